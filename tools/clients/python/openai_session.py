"""A Session of the OpenAI Agents SDK over the messages of a Cairn session, which the team recalls."""

import asyncio
import json
import uuid
from datetime import datetime, timezone
from typing import Any

from agents.memory.session import SessionABC
from agents.memory.session_settings import SessionSettings, coerce_session_settings, resolve_session_limit

from .server import CairnServer

__all__ = ("CairnSession",)

PAGE, BATCH, PART_CHARS, PARTS_MAX = 100, 100, 450, 18


class CairnSession(SessionABC):
    """Keeps the items of a conversation as messages.

    An item that is more than a text of a role, such as a tool call, is a message too. Its JSON is what the message says, unless
    it fits beside the text.

    Args:
        session_id: Key of the session.
        server: The server, with the key of the agent.
        channel: Channel of the messages.
        session_settings: Settings of the SDK, such as {"limit": 20}: how many of the newest items are read where a call says no number.
    """

    def __init__(
        self,
        session_id: str,
        server: CairnServer,
        *,
        channel: str | None = None,
        session_settings: SessionSettings | dict[str, Any] | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = coerce_session_settings(session_settings or {})
        self._server = server
        self._place = {"sessionKey": session_id, **({"channel": channel} if channel is not None else {})}

    async def get_items(self, limit: int | None = None) -> list[Any]:
        limit = resolve_session_limit(limit, self.session_settings)
        if limit is not None and limit <= 0:
            return []
        found: list[dict[str, Any]] = []
        params: dict[str, Any] = {**self._place, "order": "newest", "limit": min(limit or PAGE, PAGE)}
        while True:
            page = await self._server.acall("GET", "/v1/messages", params=params)
            found += page["items"]
            if page["nextCursor"] is None or (limit is not None and len(found) >= limit):
                break
            params = {**params, "cursor": page["nextCursor"]}
        return [_item_of(message) for message in reversed(found[:limit])]

    async def add_items(self, items: list[Any]) -> None:
        messages = [self._message(item) for item in items]
        for at in range(0, len(messages), BATCH):
            # A popped item may be added again, although its text was forgotten.
            await self._server.acall(
                "POST",
                "/v1/messages",
                params={"overwrite": "true"},
                headers={"Idempotency-Key": str(uuid.uuid4())},
                json=messages[at : at + BATCH],
            )

    async def pop_item(self) -> Any | None:
        message = (await self._server.acall("POST", "/v1/conversations/pop", json=self._place))["message"]
        return None if message is None else _item_of(message)

    async def clear_session(self) -> None:
        act = await self._server.acall("POST", "/v1/forgets", json={**self._place, "confirm": True})
        while True:
            certificate = await self._server.acall("GET", f"/v1/forgets/{act['id']}")
            if certificate["forgottenAt"] is not None:
                return
            await asyncio.sleep(0.1)

    def _message(self, item: Any) -> dict[str, Any]:
        whole = json.dumps(item)
        text = _text_of(item)
        parts = [whole[at : at + PART_CHARS] for at in range(0, len(whole), PART_CHARS)]
        is_kept_beside = bool(text.strip()) and len(parts) <= PARTS_MAX
        provenance = {f"item{at:02}": part for at, part in enumerate(parts)} if is_kept_beside else {}
        return {
            **self._place,
            "role": _role_of(item),
            "content": text if is_kept_beside else whole,
            "source": "openai-agents",
            "timestamp": datetime.now(timezone.utc).isoformat(timespec="milliseconds"),
            "provenance": provenance,
        }


def _item_of(message: dict[str, Any]) -> Any:
    parts = sorted((name, part) for name, part in message["provenance"].items() if name.startswith("item"))
    whole = "".join(part for _, part in parts) or message["content"]
    try:
        return json.loads(whole)
    except json.JSONDecodeError:
        # Another program wrote it, or a secret was masked.
        return {"role": message["role"], "content": message["content"]}


def _role_of(item: Any) -> str:
    role = item.get("role")
    if role in ("user", "assistant", "system"):
        return str(role)
    return "system" if role == "developer" else "tool"


def _text_of(item: Any) -> str:
    content = item.get("content")
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return "\n".join(part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str))
