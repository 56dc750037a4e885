// Package wire is kv.proto by hand: messages and calls without generated code, so that a Go toolchain is all a build needs.
package wire

// message makes a protobuf message of a struct that embeds it; the struct's tags say the rest. Reset has nothing to do
// because every message here is decoded into a fresh value.
type message struct{}

func (*message) Reset()         {}
func (*message) String() string { return "" }
func (*message) ProtoMessage()  {}

type Empty struct{ message }

type GetRequest struct {
	message
	Key string `protobuf:"bytes,1,opt,name=key,proto3"`
}

type GetResponse struct {
	message
	Value []byte `protobuf:"bytes,1,opt,name=value,proto3"`
}

type PutRequest struct {
	message
	Key   string `protobuf:"bytes,1,opt,name=key,proto3"`
	Value []byte `protobuf:"bytes,2,opt,name=value,proto3"`
}

type CounterGetResponse struct {
	message
	Value int64 `protobuf:"varint,1,opt,name=value,proto3"`
}

type CounterPutRequest struct {
	message
	AddServer uint32 `protobuf:"varint,1,opt,name=add_server,proto3"`
	Key       string `protobuf:"bytes,2,opt,name=key,proto3"`
	Value     int64  `protobuf:"varint,3,opt,name=value,proto3"`
}

type SumRequest struct {
	message
	A int64 `protobuf:"varint,1,opt,name=a,proto3"`
	B int64 `protobuf:"varint,2,opt,name=b,proto3"`
}

type SumResponse struct {
	message
	R int64 `protobuf:"varint,1,opt,name=r,proto3"`
}

type ConfigureRequest struct {
	message
	Name string `protobuf:"bytes,1,opt,name=name,proto3"`
}

type ReadRequest struct {
	message
	Count uint32 `protobuf:"varint,1,opt,name=count,proto3"`
}

type Chunk struct {
	message
	Data []byte `protobuf:"bytes,1,opt,name=data,proto3"`
}

type WriteResponse struct {
	message
	Chunks uint32 `protobuf:"varint,1,opt,name=chunks,proto3"`
	Bytes  uint64 `protobuf:"varint,2,opt,name=bytes,proto3"`
}

type BlobRequest struct {
	message
	Size uint32 `protobuf:"varint,1,opt,name=size,proto3"`
}

type CrashRequest struct {
	message
	Code uint32 `protobuf:"varint,1,opt,name=code,proto3"`
}

type PanicRequest struct {
	message
	Message string `protobuf:"bytes,1,opt,name=message,proto3"`
}

type PrintRequest struct {
	message
	Count  uint32 `protobuf:"varint,1,opt,name=count,proto3"`
	Text   string `protobuf:"bytes,2,opt,name=text,proto3"`
	Stderr bool   `protobuf:"varint,3,opt,name=stderr,proto3"`
}

type LogRequest struct {
	message
	Message string `protobuf:"bytes,1,opt,name=message,proto3"`
}

type SleepRequest struct {
	message
	Milliseconds uint32 `protobuf:"varint,1,opt,name=milliseconds,proto3"`
}

type AnnounceResponse struct {
	message
	ID uint32 `protobuf:"varint,1,opt,name=id,proto3"`
}

type HealthRequest struct {
	message
	Serving bool `protobuf:"varint,1,opt,name=serving,proto3"`
}

type EnvironmentResponse struct {
	message
	Variables []string `protobuf:"bytes,1,rep,name=variables,proto3"`
}

type ForkRequest struct {
	message
	Seconds uint32 `protobuf:"varint,1,opt,name=seconds,proto3"`
}

type ForkResponse struct {
	message
	PID int32 `protobuf:"varint,1,opt,name=pid,proto3"`
}
