/** Names of services that a firewall rule may use for a port, as Debian's netbase lists them. */
export const serviceNames: ReadonlySet<string> = words(`
  acr-nema afpovertcp afs3-bos afs3-callback afs3-fileserver afs3-kaserver afs3-prserver afs3-rmtsys afs3-update
  afs3-vlserver afs3-volser amanda amandaidx amidxtape amqp amqps asf-rmcp asp auth babel bacula-dir bacula-fd
  bacula-sd bbs bgp bgpd biff binkp bootpc bootps canna cfengine chargen cisco-sccp clc-build-daemon clearcase
  cmip-agent cmip-man codaauth2 codasrv codasrv-se csync2 cvspserver daap datametrics daytime db-lsp dcap
  dhcpv6-client dhcpv6-server dicom dict dircproxy discard distcc domain domain-s echo epmap epmd exec
  f5-globalsite f5-iquery fax fido finger font-service freeciv fsp ftp ftp-data ftps ftps-data gdomap gds-db git
  gnunet gnutella-rtr gnutella-svc gopher gpsd gris groupwise gsidcap gsiftp gsigatekeeper hkp http http-alt https
  hylafax iax icpv2 imap2 imaps ingreslock ipp iprop ipsec-nat-t ipx ircd ircs-u isakmp iscsi-target isisd isns
  iso-tsap kamanda kerberos kerberos-adm kerberos-master kerberos4 kermit klogin kpasswd krb-prop kshell l2f ldap
  ldaps ldp login lotusnote mailq mdns microsoft-ds moira-db moira-update moira-ureg mon ms-sql-m ms-sql-s ms-wbt-
  server mtn munin mysql mysql-proxy nbd netbios-dgm netbios-ns netbios-ssn netstat nfs nntp nntps nqs nrpe nsca
  ntalk ntp ntske nut omniorb openvpn ospf6d ospfapi ospfd passwd-server pawserv pop3 pop3s poppassd postgresql
  predict printer proofd ptp-event ptp-general puppet qmqp qmtp qotd radius radius-acct radmin-port redis remctl
  ripd ripngd rmiregistry rmtcfg rootd route rpc2portmap rplay rsync rtcm-sc104 rtsp sa-msg-port saft sane-port
  sge-execd sge-qmaster sgi-cad sgi-cmsd sgi-crsd sgi-gcd shell sieve silc sip sip-tls skkserv smtp smux snmp
  snmp-trap snpp socks spamd ssh submission submissions sunrpc supfiledbg supfilesrv suucp svn svrloc syslog
  syslog-tls sysrqd systat tacacs talk tcpmux telnet telnets tfido tftp time tinc tproxy uucp venus venus-se
  webmin who whois wnn6 x11 x11-1 x11-2 x11-3 x11-4 x11-5 x11-6 x11-7 xdmcp xinetd xmms2 xmpp-client xmpp-server
  xtel xtelw z3950 zabbix-agent zabbix-trapper zebra zebrasrv zephyr-clt zephyr-hm zephyr-srv zope zope-ftp zserv
`)

/** Names of IP protocols, as Debian's netbase lists them, and the one that Proxmox adds: `icmpv6`. */
export const protocolNames: ReadonlySet<string> = words(`
  ip hopopt icmp igmp ggp ipencap st tcp egp igp pup udp hmp xns-idp rdp iso-tp4 dccp xtp ddp idpr-cmtp ipv6
  ipv6-route ipv6-frag idrp rsvp gre esp ah skip ipv6-icmp ipv6-nonxt ipv6-opts rspf vmtp eigrp ospf ax.25 ipip
  etherip encap pim ipcomp vrrp l2tp isis sctp fc mobility-header udplite mpls-in-ip manet hip shim6 wesp rohc
  ethernet mptcp icmpv6
`)

/** Numbers of those protocols. */
export const protocolNumbers: ReadonlySet<string> = words(`
  0 0 1 2 3 4 5 6 8 9 12 17 20 22 27 29 33 36 37 38 41 43 44 45 46 47 50 51 57 58 59 60 73 81 88 89 93 94 97 98
  103 108 112 115 124 132 133 135 136 137 138 139 140 141 142 143 262
`)

/** ICMP types that a firewall rule may name. */
export const icmpTypes: ReadonlySet<string> = words(`
  any echo-reply destination-unreachable network-unreachable host-unreachable protocol-unreachable port-
  unreachable fragmentation-needed source-route-failed network-unknown host-unknown network-prohibited host-
  prohibited TOS-network-unreachable TOS-host-unreachable communication-prohibited host-precedence-violation
  precedence-cutoff source-quench redirect network-redirect host-redirect TOS-network-redirect TOS-host-redirect
  echo-request router-advertisement router-solicitation time-exceeded ttl-zero-during-transit ttl-zero-during-
  reassembly parameter-problem ip-header-bad required-option-missing timestamp-request timestamp-reply address-
  mask-request address-mask-reply no-route beyond-scope address-unreachable failed-policy reject-route packet-too-
  big bad-header unknown-header-type unknown-option neighbor-solicitation neighbour-solicitation neighbor-
  advertisement neighbour-advertisement
`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
