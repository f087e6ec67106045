// A talosctl of upstream's own commands, without those that manage local machines: one of these does not build.
package main

import (
	"context"
	"fmt"
	"os"

	_ "github.com/siderolabs/talos/cmd/talosctl/acompat"
	"github.com/siderolabs/talos/cmd/talosctl/cmd/common"
	"github.com/siderolabs/talos/cmd/talosctl/cmd/mgmt/gen"
	"github.com/siderolabs/talos/cmd/talosctl/cmd/mgmt/machineconfig"
	"github.com/siderolabs/talos/cmd/talosctl/cmd/talos"
	"github.com/siderolabs/talos/cmd/talosctl/pkg/talos/safeout"
	"github.com/siderolabs/talos/pkg/cli"
	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{Use: "talosctl", SilenceErrors: true, SilenceUsage: true}
	root.SetOut(safeout.Stdout())
	root.SetErr(safeout.Stderr())
	root.AddCommand(gen.Cmd, machineconfig.Cmd, validateCommand())
	root.AddCommand(talos.Commands...)

	_, err := cli.WithContextC(context.Background(), root.ExecuteContextC)
	safeout.Flush()
	if err == nil {
		return
	}
	if !common.SuppressErrors {
		fmt.Fprintln(os.Stderr, safeout.String(err.Error()))
	}
	os.Exit(1)
}
