"""The clients that calls are made with. A key that is refused raises: an answer of another type would be taken for the one that was asked for."""

from typing import Any

import httpx

from . import generated_client

__all__ = ("AuthenticatedClient", "Client", "KeyRefused")

WORDS = {
    401: "the server does not know this key: it is missing, wrong, expired or revoked",
    403: "the role of this key may not do this",
}


class KeyRefused(Exception):
    """The server refused the key (401) or its role (403).

    Attributes:
        status: 401 or 403.
        code: Of the error catalog, such as auth/missing; None where something before the server refused.
    """

    def __init__(self, response: httpx.Response) -> None:
        error = _error_of(response)
        self.status = response.status_code
        self.code = error.get("code")
        said = f": {error['message']}" if error.get("message") else ""
        request = response.request
        super().__init__(f"{request.method} {request.url.path} answered {self.status}, {WORDS[self.status]}{said}")


def _error_of(response: httpx.Response) -> dict[str, Any]:
    try:
        error = response.json()["error"]
    except (KeyError, TypeError, ValueError):
        return {}
    return error if isinstance(error, dict) else {}


def _refuse(response: httpx.Response) -> None:
    if response.status_code in WORDS:
        response.read()
        raise KeyRefused(response)


async def _refuse_async(response: httpx.Response) -> None:
    if response.status_code in WORDS:
        await response.aread()
        raise KeyRefused(response)


def _watched(client: Any, refuse: Any) -> Any:
    if refuse not in client.event_hooks["response"]:
        client.event_hooks["response"].append(refuse)
    return client


class _Raising:
    def get_httpx_client(self) -> httpx.Client:
        """The underlying httpx.Client, which raises KeyRefused"""
        return _watched(super().get_httpx_client(), _refuse)

    def get_async_httpx_client(self) -> httpx.AsyncClient:
        """The underlying httpx.AsyncClient, which raises KeyRefused"""
        return _watched(super().get_async_httpx_client(), _refuse_async)


class Client(_Raising, generated_client.Client):
    __doc__ = generated_client.Client.__doc__


class AuthenticatedClient(_Raising, generated_client.AuthenticatedClient):
    __doc__ = generated_client.AuthenticatedClient.__doc__
