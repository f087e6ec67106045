#!/usr/bin/env node
import process from 'node:process'

declare const __TALMOX_VERSION__: string

process.stdout.write(`${__TALMOX_VERSION__}\n`)
