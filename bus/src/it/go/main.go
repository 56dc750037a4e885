// Command natsgo talks to a NATS server through nats.go, one scenario at a time:
//
//	natsgo SCENARIO URL LIMITED_URL
//
// It ends with 0 when everything was as it should be. In the scenario reconnect it says "restart" and waits for a line:
// whoever started it restarts the server in between.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

const soon = 20 * time.Second

type scenario func(url, limited string) error

var scenarios = map[string]scenario{
	"pubsub":       pubsub,
	"request":      request,
	"queue":        queue,
	"headers":      headers,
	"noresponders": noResponders,
	"drain":        drain,
	"reconnect":    reconnect,
	"permissions":  permissions,
}

func main() {
	if len(os.Args) != 4 || scenarios[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "cannot run: no such scenario; write: natsgo SCENARIO URL LIMITED_URL")
		os.Exit(2)
	}
	if err := scenarios[os.Args[1]](os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, os.Args[1]+": "+err.Error())
		os.Exit(1)
	}
}

func expect(what string, good bool) error {
	if good {
		return nil
	}
	return errors.New("not so: " + what)
}

// two connects twice, for those who speak and those who listen.
func two(url string) (*nats.Conn, *nats.Conn, error) {
	one, err := nats.Connect(url, nats.Timeout(soon))
	if err != nil {
		return nil, nil, err
	}
	other, err := nats.Connect(url, nats.Timeout(soon))
	return one, other, err
}

func pubsub(url, _ string) error {
	speaker, listener, err := two(url)
	if err != nil {
		return err
	}
	defer speaker.Close()
	defer listener.Close()
	all, err := listener.SubscribeSync("ok.numbers.>")
	if err != nil {
		return err
	}
	if err := listener.Flush(); err != nil {
		return err
	}
	for i := 0; i < 1000; i++ {
		if err := speaker.Publish(fmt.Sprintf("ok.numbers.%d", i%7), []byte(fmt.Sprint(i))); err != nil {
			return err
		}
	}
	for i := 0; i < 1000; i++ {
		message, err := all.NextMsg(soon)
		if err != nil {
			return err
		}
		if string(message.Data) != fmt.Sprint(i) {
			return fmt.Errorf("message %d is %s", i, message.Data)
		}
	}
	return nil
}

func request(url, _ string) error {
	asker, answerer, err := two(url)
	if err != nil {
		return err
	}
	defer asker.Close()
	defer answerer.Close()
	_, err = answerer.Subscribe("ok.echo", func(m *nats.Msg) { _ = m.Respond(append([]byte("re: "), m.Data...)) })
	if err != nil {
		return err
	}
	if err := answerer.Flush(); err != nil {
		return err
	}
	for i := 0; i < 100; i++ {
		answer, err := asker.Request("ok.echo", []byte(fmt.Sprint(i)), soon)
		if err != nil {
			return err
		}
		if string(answer.Data) != fmt.Sprintf("re: %d", i) {
			return fmt.Errorf("answer %d is %s", i, answer.Data)
		}
	}
	return nil
}

func queue(url, _ string) error {
	speaker, listener, err := two(url)
	if err != nil {
		return err
	}
	defer speaker.Close()
	defer listener.Close()
	var shares [3]atomic.Int64
	var all sync.WaitGroup
	all.Add(900)
	for member := range shares {
		_, err := listener.QueueSubscribe("ok.work", "team", func(*nats.Msg) {
			shares[member].Add(1)
			all.Done()
		})
		if err != nil {
			return err
		}
	}
	if err := listener.Flush(); err != nil {
		return err
	}
	for i := 0; i < 900; i++ {
		if err := speaker.Publish("ok.work", nil); err != nil {
			return err
		}
	}
	if err := speaker.Flush(); err != nil {
		return err
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(soon):
		return errors.New("not everything was done")
	}
	for member := range shares {
		if shares[member].Load() < 90 {
			return fmt.Errorf("member %d had only %d", member, shares[member].Load())
		}
	}
	return nil
}

func headers(url, _ string) error {
	connection, err := nats.Connect(url, nats.Timeout(soon))
	if err != nil {
		return err
	}
	defer connection.Close()
	subscription, err := connection.SubscribeSync("ok.headers")
	if err != nil {
		return err
	}
	message := nats.NewMsg("ok.headers")
	message.Header.Add("Colour", "red")
	message.Header.Add("Colour", "blue")
	message.Data = []byte("body")
	if err := connection.PublishMsg(message); err != nil {
		return err
	}
	received, err := subscription.NextMsg(soon)
	if err != nil {
		return err
	}
	colours := strings.Join(received.Header.Values("Colour"), ",")
	return expect("headers and body arrive: "+colours, colours == "red,blue" && string(received.Data) == "body")
}

func noResponders(url, _ string) error {
	connection, err := nats.Connect(url, nats.Timeout(soon))
	if err != nil {
		return err
	}
	defer connection.Close()
	_, err = connection.Request("ok.nobody", nil, soon)
	return expect(fmt.Sprintf("nobody answers: %v", err), errors.Is(err, nats.ErrNoResponders))
}

func drain(url, _ string) error {
	speaker, listener, err := two(url)
	if err != nil {
		return err
	}
	defer speaker.Close()
	closed := make(chan struct{})
	listener.SetClosedHandler(func(*nats.Conn) { close(closed) })
	var done atomic.Int64
	begin := make(chan struct{})
	_, err = listener.Subscribe("ok.drain", func(m *nats.Msg) {
		<-begin
		done.Add(1)
	})
	if err != nil {
		return err
	}
	if err := listener.Flush(); err != nil {
		return err
	}
	for i := 0; i < 200; i++ {
		if err := speaker.Publish("ok.drain", nil); err != nil {
			return err
		}
	}
	if err := speaker.Flush(); err != nil {
		return err
	}
	// What the server has sent is with the client once this is answered.
	if err := listener.Flush(); err != nil {
		return err
	}
	if err := listener.Drain(); err != nil {
		return err
	}
	close(begin)
	select {
	case <-closed:
	case <-time.After(soon):
		return errors.New("the drain did not end")
	}
	return expect(fmt.Sprintf("all are done: %d", done.Load()), done.Load() == 200)
}

func reconnect(url, _ string) error {
	back := make(chan struct{}, 1)
	connection, err := nats.Connect(url, nats.Timeout(soon),
		nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond),
		nats.ReconnectHandler(func(*nats.Conn) { back <- struct{}{} }))
	if err != nil {
		return err
	}
	defer connection.Close()
	subscription, err := connection.SubscribeSync("ok.after")
	if err != nil {
		return err
	}
	if err := connection.Flush(); err != nil {
		return err
	}
	fmt.Println("restart")
	if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
		return err
	}
	select {
	case <-back:
	case <-time.After(soon):
		return errors.New("it did not come back")
	}
	if err := connection.Publish("ok.after", []byte("still here")); err != nil {
		return err
	}
	message, err := subscription.NextMsg(soon)
	if err != nil {
		return err
	}
	return expect("the subscription is back", string(message.Data) == "still here")
}

func permissions(_, limited string) error {
	refused := make(chan error, 10)
	connection, err := nats.Connect(limited, nats.Timeout(soon),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		return err
	}
	defer connection.Close()
	if err := connection.Publish("secret.a", nil); err != nil {
		return err
	}
	if err := awaitRefusal(refused, `Publish to "secret.a"`); err != nil {
		return err
	}
	if _, err := connection.SubscribeSync("secret.b"); err != nil {
		return err
	}
	if err := awaitRefusal(refused, `Subscription to "secret.b"`); err != nil {
		return err
	}
	subscription, err := connection.SubscribeSync("ok.still")
	if err != nil {
		return err
	}
	if err := connection.Publish("ok.still", nil); err != nil {
		return err
	}
	_, err = subscription.NextMsg(soon)
	return err
}

func awaitRefusal(refused chan error, what string) error {
	select {
	case err := <-refused:
		return expect(err.Error()+" names "+what, errors.Is(err, nats.ErrPermissionViolation) && strings.Contains(err.Error(), what))
	case <-time.After(soon):
		return errors.New("no refusal of " + what)
	}
}
