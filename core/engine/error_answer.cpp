// SPDX-License-Identifier: Apache-2.0
#include "core/engine/error_answer.h"

#include "core/cuda/cuda_compiler.h"
#include "core/cuda/errors.h"
#include "core/driver/result.h"
#include "core/plan/applied_plan.h"
#include "core/plan/plan_error.h"
#include "core/workload/time_limit.h"
#include "core/workload/verification_error.h"

namespace parterre {
namespace {

using protocol::ErrorCode;

ErrorAnswer ofPlan(const PlanError& error) {
    Json data = {{"hint", error.error().hint}, {"diagnostics", Json::array()}};
    for (const Diagnostic& diagnostic : error.preview().diagnostics)
        data["diagnostics"].push_back(diagnostic);
    return {
        error.isUnsupported() ? ErrorCode::unsupported : ErrorCode::refused, error.what(),
        std::move(data)};
}

} // namespace

ErrorAnswer ErrorAnswer::of(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const InputError& e) {
        return {
            ErrorCode::invalidParameters,
            e.what(),
            {{"field", e.field()}, {"value", e.value()}, {"allowed", e.allowed()}}};
    } catch (const UnsupportedError& e) {
        return {ErrorCode::unsupported, e.what(), {{"needs", e.needs()}, {"found", e.found()}}};
    } catch (const CudaError& e) {
        return {
            ErrorCode::refused,
            e.what(),
            {{"cuda_error", resultName(e.result())}, {"call", e.call()}, {"hint", e.hint()}}};
    } catch (const PlanError& e) {
        return ofPlan(e);
    } catch (const VerificationError& e) {
        return {
            ErrorCode::refused, e.what(), {{"hint", "The GPU's memory or a kernel is at fault."}}};
    } catch (const CompileError& e) {
        return {
            ErrorCode::invalidParameters,
            e.what(),
            {{"field", "kernel.text"},
             {"value", "a text with errors"},
             {"allowed", "CUDA C++ that NVRTC compiles"},
             {"diagnostics", e.diagnostics()}}};
    } catch (const TimeLimitError& e) {
        return {
            ErrorCode::refused,
            e.what(),
            {{"kernel", e.limit().kernel},
             {"time_limit_s", e.limit().limit.count()},
             {"ends_engine", true}}};
    } catch (const ProtocolError& e) {
        return {e.code(), e.what(), e.data()};
    } catch (const Cancelled& e) {
        return {ErrorCode::cancelled, e.what(), nullptr};
    } catch (const std::exception& e) {
        return {ErrorCode::internal, e.what(), nullptr};
    } catch (...) {
        return {ErrorCode::internal, "an unknown error", nullptr};
    }
}

} // namespace parterre
