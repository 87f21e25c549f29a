"""Keeps a conversation of the OpenAI Agents SDK in Cairn, with a model that answers fixed texts, and prints what came of it."""

import asyncio
import json
import os

from agents import Agent, Runner, set_tracing_disabled
from agents.items import ModelResponse
from agents.models.interface import Model
from agents.usage import Usage
from cairn_memory.openai_session import CairnSession
from cairn_memory.server import CairnServer
from openai.types.responses import ResponseOutputMessage, ResponseOutputText

set_tracing_disabled(True)


class Parrot(Model):
    """Answers with the number of items that it was given."""

    async def get_response(self, system_instructions, input, *rest, **options):
        text = ResponseOutputText(annotations=[], text=f"I was given {len(input)} items.", type="output_text", logprobs=[])
        message = ResponseOutputMessage(id="m", content=[text], role="assistant", status="completed", type="message")
        return ModelResponse(output=[message], usage=Usage(), response_id=None)

    def stream_response(self, *rest, **options):
        raise NotImplementedError


async def main():
    server = CairnServer(os.environ["CAIRN_URL"], os.environ["CAIRN_KEY"])
    session = CairnSession("talk", server)
    agent = Agent(name="parrot", model=Parrot())
    first = await Runner.run(agent, "The kiln is fired at noon.", session=session)
    second = await Runner.run(agent, "When is the kiln fired?", session=session)

    call = {"type": "function_call", "call_id": "c", "name": "fire", "arguments": json.dumps({"at": "noon" * 3000})}
    await session.add_items([call, {"role": "user", "content": ""}])
    read = await session.get_items()
    popped = [await session.pop_item() for _ in range(2)]
    # What was popped can be said again.
    await session.add_items([call])
    again = await session.get_items(limit=1)
    newest = await CairnSession("talk", server, session_settings={"limit": 1}).get_items()
    others = await asyncio.gather(*[CairnSession("talk", server).pop_item() for _ in range(8)])
    await session.add_items([{"role": "user", "content": "Bye."}])
    await session.clear_session()
    left = await session.get_items()
    await session.add_items([{"role": "user", "content": "Hello again."}])
    print(
        json.dumps(
            {
                "answers": [first.final_output, second.final_output],
                "items": [item.get("content", item.get("type")) if item.get("role") == "user" else "other" for item in read],
                "popped": [popped[0] == {"role": "user", "content": ""}, popped[1] == call],
                "again": again == [call],
                "newest": [item.get("type") for item in newest],
                "others": sum(item is not None for item in others),
                "left": left,
                "after": await session.get_items(),
            }
        )
    )


asyncio.run(main())
