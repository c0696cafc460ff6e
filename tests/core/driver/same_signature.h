// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

namespace parterre::test {

template <typename Ours, typename Theirs>
constexpr bool sameParameter =
    sizeof(Ours) == sizeof(Theirs) &&
    std::is_pointer_v<Ours> == std::is_pointer_v<Theirs>&& std::is_floating_point_v<Ours> ==
        std::is_floating_point_v<Theirs>;

/// Whether two pointers to functions can be called alike: as many parameters, each as wide and of
/// the same nature, and so the result.
template <typename Ours, typename Theirs>
struct SameSignature : std::false_type {};

template <typename OurResult, typename... Ours, typename TheirResult, typename... Theirs>
requires(
    sizeof...(Ours) ==
    sizeof...(Theirs)) struct SameSignature<OurResult (*)(Ours...), TheirResult (*)(Theirs...)>
    : std::bool_constant<
          sameParameter<OurResult, TheirResult> && (sameParameter<Ours, Theirs> && ...)> {
};

} // namespace parterre::test
