// SPDX-License-Identifier: Apache-2.0
// bf16 matrix products, summed up in fp32, and next to nothing else: the rate of the matrix units.
// The operands stay where they are, in shared memory (Hopper) or registers (others): no memory
// traffic, unlike a whole matrix multiplication.
//
// One iteration is 2^24 floating-point operations a block, on every GPU: 16 products of 64 x 256 x
// 16 by each of 2 groups of four warps on Hopper (sm_90a), else 512 of 16 x 8 x 16 by each of 8
// warps. Every eighth row of A is the same, and every eighth column of B, so an element of the
// product is known wherever it is: a row's number times a column's. All elements, divided by 256,
// are added to `sum`; they come to 512 x 3 x 5 a block and iteration
// (core/workload/tensor_workload.cpp and the simulator count on it).
#include "block_log.cu"
#include "memory_access.cu"

#if __CUDA_ARCH__ >= 800

/// The numbers of rows or columns 0 to 7: four bits each, 2 more than the number. Those of rows
/// add up to 3, those of columns to 5.
static __device__ __forceinline__ unsigned int bf16Pair(unsigned int numbers, unsigned int index) {
    const int number = static_cast<int>((numbers >> (index % 8 * 4)) & 0xfU) - 2;
    const unsigned int bf16 = __float_as_uint(static_cast<float>(number)) >> 16;
    return bf16 | bf16 << 16;
}

constexpr unsigned int rowNumbers = 0x13133143;
constexpr unsigned int columnNumbers = 0x13313433;

#endif

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)

/// How wgmma is told where an operand lies: no swizzling, core matrices of 8 rows of 16 bytes one
/// after the other. They are all alike, so in which order it takes them does not matter.
static __device__ __forceinline__ unsigned long long operandAt(const void* shared) {
    const unsigned long long address =
        static_cast<unsigned long long>(__cvta_generic_to_shared(shared));
    constexpr unsigned long long leading = 128 >> 4;
    constexpr unsigned long long stride = 256 >> 4;
    return (address & 0x3ffff) >> 4 | leading << 16 | stride << 32;
}

/// d += a x b, 64 x 256 x 16, by the four warps that call it together.
static __device__ __forceinline__ void
multiply(float (&d)[128], unsigned long long a, unsigned long long b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {"
        "%0, %1, %2, %3, %4, %5, %6, %7, "
        "%8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, "
        "%24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, "
        "%40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, "
        "%56, %57, %58, %59, %60, %61, %62, %63, "
        "%64, %65, %66, %67, %68, %69, %70, %71, "
        "%72, %73, %74, %75, %76, %77, %78, %79, "
        "%80, %81, %82, %83, %84, %85, %86, %87, "
        "%88, %89, %90, %91, %92, %93, %94, %95, "
        "%96, %97, %98, %99, %100, %101, %102, %103, "
        "%104, %105, %106, %107, %108, %109, %110, %111, "
        "%112, %113, %114, %115, %116, %117, %118, %119, "
        "%120, %121, %122, %123, %124, %125, %126, %127"
        "}, %128, %129, 1, 1, 1, 0, 0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
          "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]),
          "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]),
          "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
          "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]),
          "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]),
          "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), "+f"(d[48]),
          "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]),
          "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]),
          "+f"(d[63]), "+f"(d[64]), "+f"(d[65]), "+f"(d[66]), "+f"(d[67]), "+f"(d[68]), "+f"(d[69]),
          "+f"(d[70]), "+f"(d[71]), "+f"(d[72]), "+f"(d[73]), "+f"(d[74]), "+f"(d[75]), "+f"(d[76]),
          "+f"(d[77]), "+f"(d[78]), "+f"(d[79]), "+f"(d[80]), "+f"(d[81]), "+f"(d[82]), "+f"(d[83]),
          "+f"(d[84]), "+f"(d[85]), "+f"(d[86]), "+f"(d[87]), "+f"(d[88]), "+f"(d[89]), "+f"(d[90]),
          "+f"(d[91]), "+f"(d[92]), "+f"(d[93]), "+f"(d[94]), "+f"(d[95]), "+f"(d[96]), "+f"(d[97]),
          "+f"(d[98]), "+f"(d[99]), "+f"(d[100]), "+f"(d[101]), "+f"(d[102]), "+f"(d[103]),
          "+f"(d[104]), "+f"(d[105]), "+f"(d[106]), "+f"(d[107]), "+f"(d[108]), "+f"(d[109]),
          "+f"(d[110]), "+f"(d[111]), "+f"(d[112]), "+f"(d[113]), "+f"(d[114]), "+f"(d[115]),
          "+f"(d[116]), "+f"(d[117]), "+f"(d[118]), "+f"(d[119]), "+f"(d[120]), "+f"(d[121]),
          "+f"(d[122]), "+f"(d[123]), "+f"(d[124]), "+f"(d[125]), "+f"(d[126]), "+f"(d[127])
        : "l"(a), "l"(b));
}

#endif

static __device__ __forceinline__ void tensorBlock(unsigned int* sum, unsigned int iterations) {
    int mine = 0;
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    constexpr int productsPerIteration = 16;
    __shared__ __align__(128) uint4 a[64 * 2];
    __shared__ __align__(128) uint4 b[256 * 2];
    for (unsigned int row = threadIdx.x; row < 256 * 2; row += blockDim.x) {
        const unsigned int column = bf16Pair(columnNumbers, row);
        b[row] = make_uint4(column, column, column, column);
        if (row < 64 * 2) {
            const unsigned int pair = bf16Pair(rowNumbers, row);
            a[row] = make_uint4(pair, pair, pair, pair);
        }
    }
    // The matrix units read through another door than the stores went.
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();

    const unsigned long long operandA = operandAt(a);
    const unsigned long long operandB = operandAt(b);
    float d[128];
#pragma unroll
    for (int i = 0; i < 128; ++i)
        d[i] = 0;
#pragma unroll 1
    for (unsigned int i = 0; i < iterations; ++i) {
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int product = 0; product < productsPerIteration; ++product)
            multiply(d, operandA, operandB);
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        // Meanwhile the other four warps keep the matrix units busy.
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    }
#pragma unroll
    for (int i = 0; i < 128; ++i)
        mine += static_cast<int>(d[i] / 256);
#elif __CUDA_ARCH__ >= 800
    constexpr int tiles = 16;
    constexpr int roundsPerIteration = 32;
    const unsigned int row = bf16Pair(rowNumbers, threadIdx.x / 4);
    const unsigned int column = bf16Pair(columnNumbers, threadIdx.x / 4);
    float d[tiles][4];
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile)
        d[tile][0] = d[tile][1] = d[tile][2] = d[tile][3] = 0;
#pragma unroll 1
    for (unsigned int i = 0; i < iterations; ++i) {
#pragma unroll 4
        for (int round = 0; round < roundsPerIteration; ++round) {
#pragma unroll
            for (int tile = 0; tile < tiles; ++tile)
                asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                             "{%0, %1, %2, %3}, {%4, %4, %4, %4}, {%5, %5}, {%0, %1, %2, %3};"
                             : "+f"(d[tile][0]), "+f"(d[tile][1]), "+f"(d[tile][2]),
                               "+f"(d[tile][3])
                             : "r"(row), "r"(column));
        }
    }
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile)
        mine += static_cast<int>(d[tile][0] / 256) + static_cast<int>(d[tile][1] / 256) +
                static_cast<int>(d[tile][2] / 256) + static_cast<int>(d[tile][3] / 256);
#endif
    addToSum(sum, static_cast<unsigned int>(mine));
}

PARTERRE_KERNEL(tensor, 256, (sum, iterations), unsigned int* sum, unsigned int iterations)
