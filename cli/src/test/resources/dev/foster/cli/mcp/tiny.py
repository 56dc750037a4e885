# A server of the legacy era with one tool, which tells a variable of its environment, or its process id.
import json
import os
import sys

print("tiny: here", file=sys.stderr, flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method, params = message["method"], message.get("params", {})
    answer = {"jsonrpc": "2.0", "id": message["id"]}
    if method == "initialize":
        answer["result"] = {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "tiny", "version": "1"},
        }
    elif method == "tools/list":
        schema = {"type": "object", "properties": {"variable": {"type": "string"}}}
        answer["result"] = {"tools": [{"name": "tell", "description": "Tells", "inputSchema": schema}]}
    elif method == "tools/call":
        variable = params.get("arguments", {}).get("variable")
        text = os.environ.get(variable, "") if variable else str(os.getpid())
        answer["result"] = {"content": [{"type": "text", "text": text}]}
    elif method == "ping":
        answer["result"] = {}
    else:
        answer["error"] = {"code": -32601, "message": "Method not found"}
    print(json.dumps(answer), flush=True)
