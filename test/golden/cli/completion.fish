complete -c talmox -f
complete -c talmox -n '__fish_use_subcommand' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_use_subcommand' -s V -l version -d 'print the version'
complete -c talmox -n '__fish_use_subcommand' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a plan -d 'show what `up` would do, and why'
complete -c talmox -n '__fish_seen_subcommand_from plan' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from plan' -l json -d 'print the plan as one JSON document'
complete -c talmox -n '__fish_seen_subcommand_from plan' -l out -d 'also write the plan to a file, for `talmox up FILE`' -x
complete -c talmox -n '__fish_seen_subcommand_from plan' -l graph -d 'print a picture of the plan' -x -a 'svg mermaid dot'
complete -c talmox -n '__fish_seen_subcommand_from plan' -l detailed-exitcode -d 'end with 2 when there is something to do'
complete -c talmox -n '__fish_seen_subcommand_from plan' -l remove-member -d 'also remove these members of etcd, which are not well and have no machine any more' -x
complete -c talmox -n '__fish_seen_subcommand_from plan' -l simulate -d 'use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL'
complete -c talmox -n '__fish_seen_subcommand_from plan' -l speed -d 'simulated seconds per real one, with --simulate' -x
complete -c talmox -n '__fish_seen_subcommand_from plan' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from plan' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a up -d 'make the cluster what its file says'
complete -c talmox -n '__fish_seen_subcommand_from up' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from up' -s y -l yes -d 'go on without asking'
complete -c talmox -n '__fish_seen_subcommand_from up' -l max-parallel -d 'workers that are restarted or changed at once' -x
complete -c talmox -n '__fish_seen_subcommand_from up' -l remove-member -d 'also remove these members of etcd, which are not well and have no machine any more' -x
complete -c talmox -n '__fish_seen_subcommand_from up' -l break-lock -d 'take the lock of the cluster away from whoever holds it'
complete -c talmox -n '__fish_seen_subcommand_from up' -l json -d 'print what happens as one JSON document per line'
complete -c talmox -n '__fish_seen_subcommand_from up' -s v -l verbose -d 'also print every request, without secrets, on standard error'
complete -c talmox -n '__fish_seen_subcommand_from up' -l simulate -d 'use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL'
complete -c talmox -n '__fish_seen_subcommand_from up' -l speed -d 'simulated seconds per real one, with --simulate' -x
complete -c talmox -n '__fish_seen_subcommand_from up' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from up' -s h -l help -d 'print help'
complete -c talmox -n '__fish_seen_subcommand_from up' -F
complete -c talmox -n '__fish_use_subcommand' -a destroy -d 'destroy the machines of the cluster'
complete -c talmox -n '__fish_seen_subcommand_from destroy' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from destroy' -l images -d 'also remove the images and templates that the file names and nobody else needs'
complete -c talmox -n '__fish_seen_subcommand_from destroy' -l secrets -d 'also delete the secrets, with talosconfig and kubeconfig; nothing brings them back'
complete -c talmox -n '__fish_seen_subcommand_from destroy' -s y -l yes -d 'go on without asking'
complete -c talmox -n '__fish_seen_subcommand_from destroy' -l break-lock -d 'take the lock of the cluster away from whoever holds it'
complete -c talmox -n '__fish_seen_subcommand_from destroy' -l json -d 'print what happens as one JSON document per line'
complete -c talmox -n '__fish_seen_subcommand_from destroy' -s v -l verbose -d 'also print every request, without secrets, on standard error'
complete -c talmox -n '__fish_seen_subcommand_from destroy' -l simulate -d 'use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL'
complete -c talmox -n '__fish_seen_subcommand_from destroy' -l speed -d 'simulated seconds per real one, with --simulate' -x
complete -c talmox -n '__fish_seen_subcommand_from destroy' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from destroy' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a status -d 'show how the cluster stands'
complete -c talmox -n '__fish_seen_subcommand_from status' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from status' -s w -l watch -d 'look again every five seconds, until Ctrl-C'
complete -c talmox -n '__fish_seen_subcommand_from status' -l json -d 'print one JSON document, with --watch one per line'
complete -c talmox -n '__fish_seen_subcommand_from status' -s v -l verbose -d 'also print every request, without secrets, on standard error'
complete -c talmox -n '__fish_seen_subcommand_from status' -l simulate -d 'use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL'
complete -c talmox -n '__fish_seen_subcommand_from status' -l speed -d 'simulated seconds per real one, with --simulate' -x
complete -c talmox -n '__fish_seen_subcommand_from status' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from status' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a outputs -d 'print endpoint, addresses and files, for other programs'
complete -c talmox -n '__fish_seen_subcommand_from outputs' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from outputs' -l json -d 'print one JSON document'
complete -c talmox -n '__fish_seen_subcommand_from outputs' -l raw -d 'print one value as it is, without a line end; fails when it is not known'
complete -c talmox -n '__fish_seen_subcommand_from outputs' -l simulate -d 'use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL'
complete -c talmox -n '__fish_seen_subcommand_from outputs' -l speed -d 'simulated seconds per real one, with --simulate' -x
complete -c talmox -n '__fish_seen_subcommand_from outputs' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from outputs' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a kubeconfig -d 'make a kubeconfig for the cluster, and merge it into your own'
complete -c talmox -n '__fish_seen_subcommand_from kubeconfig' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from kubeconfig' -l merge -d 'merge it into your own file and select it, as talosctl does'
complete -c talmox -n '__fish_seen_subcommand_from kubeconfig' -s o -l out -d 'write it there, or merge it into that file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from kubeconfig' -l ttl -d 'how long the certificate is good for, such as 8h or 30d' -x
complete -c talmox -n '__fish_seen_subcommand_from kubeconfig' -l force -d 'take a name over, or write over a file'
complete -c talmox -n '__fish_seen_subcommand_from kubeconfig' -l simulate -d 'use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL'
complete -c talmox -n '__fish_seen_subcommand_from kubeconfig' -l speed -d 'simulated seconds per real one, with --simulate' -x
complete -c talmox -n '__fish_seen_subcommand_from kubeconfig' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from kubeconfig' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a talosconfig -d 'make a talosconfig for the cluster, and merge it into your own'
complete -c talmox -n '__fish_seen_subcommand_from talosconfig' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from talosconfig' -l merge -d 'merge it into your own file and select it, as talosctl does'
complete -c talmox -n '__fish_seen_subcommand_from talosconfig' -s o -l out -d 'write it there, or merge it into that file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from talosconfig' -l ttl -d 'how long the certificate is good for, such as 8h or 30d' -x
complete -c talmox -n '__fish_seen_subcommand_from talosconfig' -l force -d 'take a name over, or write over a file'
complete -c talmox -n '__fish_seen_subcommand_from talosconfig' -l simulate -d 'use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL'
complete -c talmox -n '__fish_seen_subcommand_from talosconfig' -l speed -d 'simulated seconds per real one, with --simulate' -x
complete -c talmox -n '__fish_seen_subcommand_from talosconfig' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from talosconfig' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a history -d 'show past runs, and what took how long'
complete -c talmox -n '__fish_seen_subcommand_from history' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from history' -l json -d 'print one JSON document'
complete -c talmox -n '__fish_seen_subcommand_from history' -l timeline -d 'draw a run, the last one unless named' -x -a 'text svg'
complete -c talmox -n '__fish_seen_subcommand_from history' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from history' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a init -d 'write a commented cluster file to start from'
complete -c talmox -n '__fish_seen_subcommand_from init' -l name -d 'name of the cluster' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l control-planes -d 'number of control planes' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l workers -d 'number of workers' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l talos-version -d 'Talos version' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l endpoint -d 'address of the Proxmox API' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l fingerprint -d 'fingerprint of its certificate, where no authority vouches for it' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l hosts -d 'hosts that may carry machines' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l storage -d 'storage of the machines\' disks' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l image-mode -d 'where machines get their Talos from' -x -a 'import template iso'
complete -c talmox -n '__fish_seen_subcommand_from init' -l bridge -d 'bridge of the machines' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l vlan -d 'VLAN of the machines' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l addressing -d 'how machines get their addresses' -x -a 'static dhcp reserved'
complete -c talmox -n '__fish_seen_subcommand_from init' -l cidr -d 'network of the machines' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l gateway -d 'default gateway' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l dns -d 'name servers' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l vip -d 'virtual address of the Kubernetes API' -x
complete -c talmox -n '__fish_seen_subcommand_from init' -l force -d 'write over a file that is there'
complete -c talmox -n '__fish_seen_subcommand_from init' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from init' -s h -l help -d 'print help'
complete -c talmox -n '__fish_seen_subcommand_from init' -F
complete -c talmox -n '__fish_use_subcommand' -a validate -d 'check a cluster file, offline'
complete -c talmox -n '__fish_seen_subcommand_from validate' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from validate' -l json -d 'print one JSON document: {valid, problems}'
complete -c talmox -n '__fish_seen_subcommand_from validate' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from validate' -s h -l help -d 'print help'
complete -c talmox -n '__fish_seen_subcommand_from validate' -F
complete -c talmox -n '__fish_use_subcommand' -a show -d 'show the machines a cluster file comes to, and where they go'
complete -c talmox -n '__fish_seen_subcommand_from show' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from show' -l origin -d 'say where each value of NODE comes from'
complete -c talmox -n '__fish_seen_subcommand_from show' -l show-secrets -d 'show passwords, tokens and keys that the file holds'
complete -c talmox -n '__fish_seen_subcommand_from show' -l json -d 'print one JSON document; sizes are bytes'
complete -c talmox -n '__fish_seen_subcommand_from show' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from show' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a render -d 'print the Talos machine configs a cluster file makes'
complete -c talmox -n '__fish_seen_subcommand_from render' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from render' -l out -d 'write one file per machine into a folder instead' -r -F
complete -c talmox -n '__fish_seen_subcommand_from render' -l origin -d 'say beside each value that a patch set, which one and where'
complete -c talmox -n '__fish_seen_subcommand_from render' -l show-secrets -d 'show secrets as they are; needs those of the cluster'
complete -c talmox -n '__fish_seen_subcommand_from render' -l secrets -d 'a secrets bundle, such as talosctl gen secrets writes; default: that of the cluster' -r -F
complete -c talmox -n '__fish_seen_subcommand_from render' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from render' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a doctor -d 'check that Proxmox has everything that a cluster file needs'
complete -c talmox -n '__fish_seen_subcommand_from doctor' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from doctor' -l simulate -d 'use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL'
complete -c talmox -n '__fish_seen_subcommand_from doctor' -l speed -d 'simulated seconds per real one, with --simulate' -x
complete -c talmox -n '__fish_seen_subcommand_from doctor' -l json -d 'print one JSON document: {ok, checks}'
complete -c talmox -n '__fish_seen_subcommand_from doctor' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from doctor' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a role -d 'show the rights on Proxmox that a cluster file needs, or a script that gives them'
complete -c talmox -n '__fish_seen_subcommand_from role' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from role' -l simulate -d 'use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL'
complete -c talmox -n '__fish_seen_subcommand_from role' -l speed -d 'simulated seconds per real one, with --simulate' -x
complete -c talmox -n '__fish_seen_subcommand_from role' -l script -d 'print a shell script that makes roles, user, token and access entries'
complete -c talmox -n '__fish_seen_subcommand_from role' -l pve -d 'release of Proxmox VE; nothing is asked then' -x -a '8 9'
complete -c talmox -n '__fish_seen_subcommand_from role' -l user -d 'the user that the token belongs to' -x
complete -c talmox -n '__fish_seen_subcommand_from role' -l token-name -d 'the name of the token' -x
complete -c talmox -n '__fish_seen_subcommand_from role' -l prune -d 'also what removing old images needs'
complete -c talmox -n '__fish_seen_subcommand_from role' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from role' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a images -d 'list the Talos images and templates and who needs them, or remove images nobody needs'
complete -c talmox -n '__fish_seen_subcommand_from images' -s f -l file -d 'the cluster file' -r -F
complete -c talmox -n '__fish_seen_subcommand_from images' -s y -l yes -d 'remove without asking'
complete -c talmox -n '__fish_seen_subcommand_from images' -l json -d 'print one JSON document; sizes are bytes'
complete -c talmox -n '__fish_seen_subcommand_from images' -l simulate -d 'use a simulated Proxmox that is kept beside the cluster file, or the talmox sim at URL'
complete -c talmox -n '__fish_seen_subcommand_from images' -l speed -d 'simulated seconds per real one, with --simulate' -x
complete -c talmox -n '__fish_seen_subcommand_from images' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from images' -s h -l help -d 'print help'
complete -c talmox -n '__fish_seen_subcommand_from images' -a 'list prune'
complete -c talmox -n '__fish_use_subcommand' -a sim -d 'run a simulated Proxmox, for talmox and any other program'
complete -c talmox -n '__fish_seen_subcommand_from sim' -s f -l file -d 'a cluster file, or the file of a world' -r -F
complete -c talmox -n '__fish_seen_subcommand_from sim' -l speed -d 'simulated seconds per real one' -x
complete -c talmox -n '__fish_seen_subcommand_from sim' -l listen -d 'where the first host\'s API listens on this computer' -x
complete -c talmox -n '__fish_seen_subcommand_from sim' -l control -d 'port of the control endpoint' -x
complete -c talmox -n '__fish_seen_subcommand_from sim' -l state -d 'keep the world in this file, and go on with what is there' -r -F
complete -c talmox -n '__fish_seen_subcommand_from sim' -l record -d 'write every request and its answer to this file, as JSON lines without secrets' -r -F
complete -c talmox -n '__fish_seen_subcommand_from sim' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from sim' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a schema -d 'print the JSON Schema of cluster files'
complete -c talmox -n '__fish_seen_subcommand_from schema' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from schema' -s h -l help -d 'print help'
complete -c talmox -n '__fish_use_subcommand' -a completion -d 'print a script that completes talmox in a shell'
complete -c talmox -n '__fish_seen_subcommand_from completion' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from completion' -s h -l help -d 'print help'
complete -c talmox -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'
complete -c talmox -n '__fish_use_subcommand' -a help -d 'print this help, or that of a command'
complete -c talmox -n '__fish_seen_subcommand_from help' -l color -d 'when to use colours' -x -a 'auto always never'
complete -c talmox -n '__fish_seen_subcommand_from help' -a 'plan up destroy status outputs kubeconfig talosconfig history init validate show render doctor role images sim schema completion'
