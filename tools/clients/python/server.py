"""Calls of the stores of frameworks: by method and path, with retries and one exception for each kind of failure."""

import asyncio
import random
import time
from typing import Any, Iterator
from urllib.parse import quote

import httpx

from .client import KeyRefused

__all__ = ("CairnServer", "ServerRefusal", "ServerUnreachable")

BUSY = (429, 502, 503, 504)


class ServerRefusal(Exception):
    """The server refused a request. Refused keys raise KeyRefused instead.

    Attributes:
        status: HTTP status.
        code: Of the error catalog, such as item/stale-version; None where something before the server refused.
        issues: Faults by field, each with field and message.
    """

    def __init__(self, response: httpx.Response) -> None:
        try:
            error = response.json()["error"]
        except (KeyError, TypeError, ValueError):
            error = {}
        self.status = response.status_code
        self.code = error.get("code")
        self.issues: list[dict[str, Any]] = error.get("issues", [])
        request = response.request
        said = error.get("message", "no reason")
        super().__init__(f"{request.method} {request.url.path} answered {self.status} ({self.code}): {said}")


class ServerUnreachable(Exception):
    """No server answered, even after retries."""


class CairnServer:
    """A server and a key, for synchronous and asynchronous calls.

    Args:
        url: Base URL, such as http://127.0.0.1:7070.
        key: API key.
        timeout: Time limit of one attempt, in seconds.
        patience: Time during which busy or unreachable servers are asked again, in seconds; 0 for no retry.
    """

    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout: float = 30.0,
        patience: float = 60.0,
        transport: httpx.BaseTransport | None = None,
        async_transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._patience = patience
        self._transport = async_transport
        self._options: dict[str, Any] = {
            "base_url": url.rstrip("/"),
            "timeout": timeout,
            "headers": {"Authorization": f"Bearer {key}"},
        }
        self._client = httpx.Client(**self._options, transport=transport)

    def call(self, method: str, path: str, **sent: Any) -> Any:
        """Calls a route with params and json. Reads are sent again after any failure, writes only where none was carried out."""
        for pause in self._pauses():
            try:
                return _answer(self._client.request(method, path, **sent))
            except (httpx.TransportError, _Busy) as failure:
                _require_retry(method, failure, pause)
                time.sleep(pause or 0)
        raise AssertionError("The last attempt raises.")

    async def acall(self, method: str, path: str, **sent: Any) -> Any:
        """Calls a route as call does, without blocking the event loop."""
        async with httpx.AsyncClient(**self._options, transport=self._transport) as client:
            for pause in self._pauses():
                try:
                    return _answer(await client.request(method, path, **sent))
                except (httpx.TransportError, _Busy) as failure:
                    _require_retry(method, failure, pause)
                    await asyncio.sleep(pause or 0)
        raise AssertionError("The last attempt raises.")

    def close(self) -> None:
        self._client.close()

    def _pauses(self) -> Iterator[float | None]:
        """Pauses that grow from a quarter of a second; None for the last attempt."""
        end = time.monotonic() + self._patience
        pause = 0.25
        while time.monotonic() + pause < end:
            yield pause * (0.5 + random.random() / 2)
            pause = min(pause * 2, 5.0)
        yield None


class _Busy(Exception):
    def __init__(self, response: httpx.Response) -> None:
        self.response = response


def _answer(response: httpx.Response) -> Any:
    if response.is_success:
        return response.json()
    if response.status_code in (401, 403):
        raise KeyRefused(response)
    if response.status_code in BUSY:
        raise _Busy(response)
    raise ServerRefusal(response)


def _require_retry(method: str, failure: Exception, pause: float | None) -> None:
    """Raises the failure as the caller sees it, unless the request can be sent again."""
    if isinstance(failure, (httpx.LocalProtocolError, httpx.UnsupportedProtocol)):
        raise failure  # no server was asked
    was_not_executed = isinstance(failure, httpx.ConnectError) or (
        isinstance(failure, _Busy) and failure.response.status_code == 429
    )
    if pause is not None and (method in ("GET", "PUT") or was_not_executed):
        return
    if isinstance(failure, _Busy):
        raise ServerRefusal(failure.response) from None
    raise ServerUnreachable(f"no server answered: {failure}") from failure


def path_segment(text: str) -> str:
    """Encodes any text as a segment of a note's path: letters, digits, - and _ stay, others become =XX of UTF-8."""
    return quote(text, safe="-_").replace("~", "%7E").replace(".", "%2E").replace("%", "=")
