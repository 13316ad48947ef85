"""Starts a command for which the disk never confirms: the kernel answers its fsync and fdatasync with EIO.

    python -m tests.long.no_fsync COMMAND …

By a seccomp filter, which needs no rights and no compiler; on Linux, for x86-64 and AArch64.
"""

import ctypes
import errno
import os
import platform
import struct
import sys

SYSCALLS = {"x86_64": (74, 75), "aarch64": (82, 83)}
"""The numbers of fsync and fdatasync."""

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER = 38, 22, 2
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, ERRNO = 0x7FFF0000, 0x00050000


class Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def refuse() -> None:
    """From here on this process and all that it starts are told EIO when they ask the disk to confirm."""
    one, other = SYSCALLS[platform.machine()]
    steps = (
        (LOAD, 0, 0, 0),  # the number of the system call
        (JUMP_IF_EQUAL, 1, 0, one),
        (JUMP_IF_EQUAL, 0, 1, other),
        (RETURN, 0, 0, ERRNO | errno.EIO),
        (RETURN, 0, 0, ALLOW),
    )
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    libc = ctypes.CDLL(None, use_errno=True)
    program = Program(len(steps), code)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(PR_SET_SECCOMP, FILTER, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), "no filter of system calls here")


if __name__ == "__main__":
    refuse()
    os.execv(sys.argv[1], sys.argv[1:])  # noqa: S606
