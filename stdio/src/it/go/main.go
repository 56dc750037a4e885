// An MCP server that reads its messages with encoding/json into structs, as servers in Go do. The names of the tools it runs
// go into the file that is its first argument, one a line; its second argument is the era it speaks.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name string `json:"name"`
	} `json:"params"`
}

func main() {
	ran, err := os.OpenFile(os.Args[1], os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked request
		if json.Unmarshal(line, &asked) == nil {
			answer(asked, ran)
		}
	}
}

func answer(asked request, ran *os.File) {
	result := ""
	switch asked.Method {
	case "initialize":
		result = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"go","version":"1"}}`
	case "server/discover":
		if os.Args[2] == "modern" {
			result = `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}`
		}
	case "tools/list":
		result = `{"tools":[{"name":"read","inputSchema":{"type":"object"}},{"name":"delete","inputSchema":{"type":"object"}}]}`
	case "tools/call":
		fmt.Fprintln(ran, asked.Params.Name)
		words, _ := json.Marshal("ran " + asked.Params.Name)
		result = fmt.Sprintf(`{"content":[{"type":"text","text":%s}]}`, words)
	}
	if asked.ID == nil {
		return
	}
	if result == "" {
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`+"\n", asked.ID)
	} else {
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", asked.ID, result)
	}
}
