"""Local servers of models that answer now: Ollama, LM Studio and llama-server on their usual ports.

Only this machine is asked, without a proxy and with little patience; nothing is sent but the question which models
there are.
"""

import http.client

import msgspec

from memdb.records.models import FoundServer

PORTS = (11434, 1234, 8080)
"""Where Ollama, LM Studio and llama-server listen unless they are told otherwise."""
_HOST = "127.0.0.1"
_SECONDS = 0.5
_LONGEST = 1024 * 1024  # bytes of an answer


class _Model(msgspec.Struct):
    id: str


class _Models(msgspec.Struct):
    data: list[_Model] | None  # Ollama without models says null


def find_servers(ports: tuple[int, ...] = PORTS) -> tuple[FoundServer, ...]:
    """The servers on these ports that list their models as OpenAI's API does."""
    answers = ((port, _models(port)) for port in ports)
    return tuple(
        FoundServer(url=f"http://{_HOST}:{port}/v1", models=models) for port, models in answers if models is not None
    )


def _models(port: int) -> tuple[str, ...] | None:
    connection = http.client.HTTPConnection(_HOST, port, timeout=_SECONDS)
    try:
        connection.request("GET", "/v1/models")
        response = connection.getresponse()
        if response.status != http.client.OK:
            return None
        document = msgspec.json.decode(response.read(_LONGEST), type=_Models)
    except (OSError, http.client.HTTPException, msgspec.MsgspecError, RecursionError):
        return None  # nobody listens there, or somebody else
    finally:
        connection.close()
    return tuple(model.id for model in document.data or ())
