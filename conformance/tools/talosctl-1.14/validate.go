package main

import (
	"fmt"

	"github.com/siderolabs/talos/pkg/cli"
	"github.com/siderolabs/talos/pkg/machinery/config/configloader"
	"github.com/siderolabs/talos/pkg/machinery/config/validation"
	"github.com/spf13/cobra"
)

// mode is what a machine runs on; the type that upstream has for it is not for others to import.
type mode string

func (m mode) String() string        { return string(m) }
func (m mode) RequiresInstall() bool { return m == "metal" }
func (m mode) InContainer() bool     { return m == "container" }

// validateCommand stands in for upstream's command of this name, which comes only together with those left out.
func validateCommand() *cobra.Command {
	var (
		file, name string
		strict     bool
	)
	command := &cobra.Command{
		Use:  "validate",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return validate(file, mode(name), strict) },
	}
	command.Flags().StringVarP(&file, "config", "c", "", "the file to validate")
	command.Flags().StringVarP(&name, "mode", "m", "", "metal, cloud or container")
	command.Flags().BoolVar(&strict, "strict", false, "take warnings for errors")
	cli.Should(command.MarkFlagRequired("mode"))

	return command
}

func validate(file string, on mode, strict bool) error {
	config, err := configloader.NewFromFile(file)
	if err != nil {
		return err
	}
	if on != "metal" && on != "cloud" && on != "container" {
		return fmt.Errorf("unknown mode: %q", on)
	}

	options := []validation.Option{validation.WithLocal()}
	if strict {
		options = append(options, validation.WithStrict())
	}

	warnings, err := config.ValidateAsClient(on, options...)
	for _, warning := range warnings {
		cli.Warning("%s", warning)
	}
	if err == nil {
		fmt.Printf("%s is valid for %s mode\n", file, on)
	}

	return err
}
