"""Serves this installation to the LAN and says where: `python -m xuezhan_site.serve`, called by run.py."""

import argparse
import io
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING, NoReturn

import django
import segno
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from xuezhan_site import held
from xuezhan_site.bodies import THREADS
from xuezhan_site.prepare import prepare, refuse

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

HEAD_WITHIN = 10
"""Seconds in which the head of a request must have come, and bytes that are kept of it: our own limits are narrower."""

HEAD_BUFFER = 128 << 10

OPEN_FILES = 65_536
"""Connections are files: so many at once, where the host allows it. Often it allows more than it gives by itself."""

TURN = 0.0005
"""Seconds that a thread computes while another wants to: who is told that nothing is new must not wait, at each step,
behind a table that is being made for somebody else."""

LAST_ANSWERS = 10
"""Seconds that a worker has for those that it is answering, when it is to end."""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        fail(f"run.py: {message}.")


def fail(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr)
    sys.exit(2)


def main(arguments: list[str]) -> None:
    parser = Parser(prog="run.py", allow_abbrev=False)
    parser.add_argument("--host", default=os.environ.get("HOST", "0.0.0.0"), help="address to listen on")  # noqa: S104
    parser.add_argument("--port", default=os.environ.get("PORT", "8000"), type=_port, help="default: 8000")
    parser.add_argument("--demo", action="store_true", help="fill an empty database with a club first")
    options = parser.parse_args(arguments)
    _refuse_taken(options.host, options.port)
    lan = [options.host] if options.host not in {"0.0.0.0", "::"} else lan_addresses()  # noqa: S104
    name = socket.gethostname().lower()
    hosts = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *map(_in_url, lan)]
    os.environ.setdefault("XUEZHAN_HOSTS", ",".join(hosts))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "xuezhan_site.settings")
    django.setup()
    try:
        holding = held.hold(settings.DATA_DIR)
    except OSError as fault:
        refuse(fault)
    if holding is None:
        sys.exit("有人正在恢复备份，等它完了再开。 A backup is being brought back: start again when that is done.")
    prepare()
    if options.demo:
        print("示范的牌桌，正在写…… A club of demonstration is being written …", flush=True)
        call_command("demo", if_empty=True)
    announce(_site(lan, options.port), options.port)
    allow_open_files()
    connections.close_all()  # the worker is forked from here and must open its own
    serve(options.host, options.port)


def allow_open_files() -> None:
    """Raise the bound of this process and its children: half-sent requests of a stranger would soon reach it."""
    if sys.platform == "win32":
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses, as the routing table has them: a UDP socket asks it and sends nothing."""
    found = []
    for target in ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue  # no way there: this machine is not in such a network
            found.append(probe.getsockname()[0])
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def announce(site: str, port: int) -> None:
    """Print the addresses, and the owner's as a QR code that a phone in the LAN can take from the terminal."""
    answer = io.StringIO()
    call_command("owner_link", stdout=answer)
    owner = site + answer.getvalue().strip()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without 汉字 or blocks is no reason not to serve
    print("血战记分开好了，按 Ctrl-C 关，记过的都在。")
    print("血战到底 is open. Ctrl-C closes it; nothing is lost.\n")
    print(f"  本机 this machine              http://localhost:{port}/")
    print(f"  同一个无线网 phones in the LAN  {site}/")
    print(f"  主人 the owner                 {owner}\n")
    segno.make(owner, error="l").terminal(compact=True, border=2)
    print("\n用记分的手机扫这个码。它是主人的钥匙，不要给别人看。")
    print("Scan it with the phone that scores. It is the owner's key: show it to nobody else.", flush=True)


def serve(host: str, port: int) -> None:
    """Answer requests until Ctrl-C or SIGTERM. No access log: its lines would carry the secrets of links."""
    try:
        from granian import Granian
        from granian.constants import HTTPModes, Interfaces
        from granian.http import HTTP1Settings
        from granian.log import LogLevels
    except ImportError:  # a machine that granian has no wheel for
        from waitress import serve as serve_by_waitress

        from xuezhan_site.uploads import AROUND, MOST
        from xuezhan_site.wsgi import application

        sys.setswitchinterval(TURN)
        serve_by_waitress(  # gives a request to a thread when all of it has come
            application,
            host=host,
            port=port,
            threads=THREADS,
            channel_timeout=HEAD_WITHIN,
            max_request_header_size=HEAD_BUFFER,
            max_request_body_size=MOST + AROUND,
        )
        return
    Granian(
        "xuezhan_site.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        websockets=False,
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_WITHIN * 1000, max_buffer_size=HEAD_BUFFER),
        blocking_threads=THREADS,
        respawn_failed_workers=True,
        workers_kill_timeout=LAST_ANSWERS,
        log_level=LogLevels.error,  # it warns of more threads than cores; ours wait for the disk
    ).serve(target_loader=in_worker)


def in_worker(target: str) -> "WSGIApplication":
    """The application, in a worker that a terminal's Ctrl-C does not reach.

    Granian ends its worker itself; a worker that hears of Ctrl-C twice waits for itself forever.
    """
    if os.name == "posix":
        os.setpgid(0, 0)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.setswitchinterval(TURN)
    from xuezhan_site.wsgi import application

    return application


def _end_with_parent() -> None:
    """End this worker when the process that made it is gone, even by `kill -9`: its port would stay taken."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LAST_ANSWERS)
    os._exit(1)


def _refuse_taken(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # elsewhere the option would let two servers share the port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            fail(f"Cannot listen on {host}, port {port}: {error.strerror}; try another --port or --host.")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


def _in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _site(lan: list[str], port: int) -> str:
    """The address for phones; behind an https proxy the first name of XUEZHAN_HOSTS, which is the public one."""
    if settings.HTTPS:
        return f"https://{settings.ALLOWED_HOSTS[0]}"
    return f"http://{_in_url(lan[0]) if lan else 'localhost'}:{port}"


if __name__ == "__main__":
    main(sys.argv[1:])
