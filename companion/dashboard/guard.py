"""Who may speak to the table: the page itself, under a name this machine answers to."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection
from urllib.parse import urlsplit

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def own_names(extra: Collection[str] = ()) -> frozenset[str]:
    """The host names under which the page may be opened; IP addresses are always good."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.split('.')[0]}.local", *(host.lower() for host in extra)})


def known_host(header: str, names: Collection[str]) -> bool:
    """Whether a Host header names this machine.

    A page from elsewhere can point a name of its own at this address (DNS rebinding); it can't make
    the browser send an IP address or one of our names.
    """
    try:
        host = urlsplit(f"//{header}").hostname or ""
        urlsplit(f"//{header}").port  # noqa: B018 - raises for a port that is none
    except ValueError:
        return False
    if host in names:
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def from_own_page(origin: str | None, site: str | None, host: str) -> bool:
    """Whether a POST comes from our own page, or from a program that is no browser.

    ``origin`` and ``site`` are the headers Origin and Sec-Fetch-Site, which a page can't forge.
    """
    if site not in (None, "same-origin", "none"):
        return False
    if origin is None:
        return True
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()
