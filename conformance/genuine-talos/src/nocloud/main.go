// Command nocloud is the part of Talos that looks for a machine's settings, without the machine around it.
//
//	nocloud label FILE          the label by which Talos would know a CD
//	nocloud files FOLDER MAC…   what Talos makes of the files of a CD, on a machine with these cards
//	nocloud smbios MAC…         what Talos fetches where the SMBIOS tables tell it to, and makes of it
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/cosi-project/runtime/pkg/state"
	"github.com/cosi-project/runtime/pkg/state/impl/inmem"
	"github.com/cosi-project/runtime/pkg/state/impl/namespaced"
	"github.com/siderolabs/go-blockdevice/v2/blkid"
	yaml "go.yaml.in/yaml/v4"

	platform "github.com/siderolabs/talos/internal/app/machined/pkg/runtime"
	"github.com/siderolabs/talos/internal/app/machined/pkg/runtime/v1alpha1/platform/nocloud"
	"github.com/siderolabs/talos/pkg/machinery/nethelpers"
	"github.com/siderolabs/talos/pkg/machinery/resources/network"
	"github.com/siderolabs/talos/pkg/machinery/resources/runtime"
)

type found struct {
	Config    string   `json:"config"`
	Hostname  string   `json:"hostname"`
	Instance  string   `json:"instance"`
	Addresses []string `json:"addresses"`
	Gateways  []string `json:"gateways"`
	Dhcp      []string `json:"dhcp"`
	Resolvers []string `json:"resolvers"`
}

func main() {
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(command string, args []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	switch command {
	case "label":
		info, err := blkid.ProbePath(args[0])
		if err != nil {
			return err
		}

		label := ""
		if info.Label != nil {
			label = *info.Label
		}

		return print(map[string]string{"name": info.Name, "label": label})
	case "files":
		return files(ctx, args[0], args[1:])
	default:
		return smbios(ctx, args)
	}
}

func files(ctx context.Context, folder string, macs []string) error {
	config, err := os.ReadFile(filepath.Join(folder, "user-data"))
	if err != nil {
		return err
	}

	meta, err := os.ReadFile(filepath.Join(folder, "meta-data"))
	if err != nil {
		return err
	}

	cards, err := os.ReadFile(filepath.Join(folder, "network-config"))
	if err != nil {
		return err
	}

	metadata := &nocloud.MetadataConfig{}
	if err = yaml.Unmarshal(meta, metadata); err != nil {
		return err
	}

	decoded, err := nocloud.DecodeNetworkConfig(cards)
	if err != nil {
		return err
	}

	st, err := machine(ctx, macs)
	if err != nil {
		return err
	}

	read, _, err := (&nocloud.Nocloud{}).ParseMetadata(ctx, decoded, st, metadata)
	if err != nil {
		return err
	}

	return print(tell(config, read))
}

func smbios(ctx context.Context, macs []string) error {
	st, err := machine(ctx, macs)
	if err != nil {
		return err
	}

	config, err := (&nocloud.Nocloud{}).Configuration(ctx, st)
	if err != nil {
		return err
	}

	told := make(chan *platform.PlatformNetworkConfig, 1)
	if err = (&nocloud.Nocloud{}).NetworkConfiguration(ctx, st, told); err != nil {
		return err
	}

	return print(tell(config, <-told))
}

// machine is what the rest of Talos would have found by then: cards, and a network that is up.
func machine(ctx context.Context, macs []string) (state.State, error) {
	st := state.WrapCore(namespaced.NewState(inmem.Build))

	for i, mac := range macs {
		hardware, err := net.ParseMAC(mac)
		if err != nil {
			return nil, err
		}

		link := network.NewLinkStatus(network.NamespaceName, fmt.Sprintf("ens%d", 18+i))
		link.TypedSpec().Type = nethelpers.LinkEther
		link.TypedSpec().HardwareAddr = nethelpers.HardwareAddr(hardware)
		link.TypedSpec().PermanentAddr = nethelpers.HardwareAddr(hardware)

		if err = st.Create(ctx, link); err != nil {
			return nil, err
		}
	}

	status := network.NewStatus(network.NamespaceName, network.StatusID)
	status.TypedSpec().AddressReady = true

	devices := runtime.NewDevicesStatus(runtime.NamespaceName, runtime.DevicesID)
	devices.TypedSpec().Ready = true

	if err := st.Create(ctx, status); err != nil {
		return nil, err
	}

	return st, st.Create(ctx, devices)
}

func tell(config []byte, read *platform.PlatformNetworkConfig) found {
	all := found{Config: string(config), Addresses: []string{}, Gateways: []string{}, Dhcp: []string{}, Resolvers: []string{}}

	for _, one := range read.Hostnames {
		all.Hostname = one.FQDN()
	}

	if read.Metadata != nil {
		all.Instance = read.Metadata.InstanceID
	}

	for _, one := range read.Addresses {
		all.Addresses = append(all.Addresses, one.LinkName+" "+one.Address.String())
	}

	for _, one := range read.Routes {
		all.Gateways = append(all.Gateways, one.OutLinkName+" "+one.Gateway.String())
	}

	for _, one := range read.Operators {
		all.Dhcp = append(all.Dhcp, one.LinkName)
	}

	for _, one := range read.Resolvers {
		for _, server := range one.DNSServers {
			all.Resolvers = append(all.Resolvers, server.String())
		}
	}

	return all
}

func print(value any) error {
	return json.NewEncoder(os.Stdout).Encode(value)
}
