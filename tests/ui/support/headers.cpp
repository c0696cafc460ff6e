// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing but a target to hang the tests' precompiled headers on.
