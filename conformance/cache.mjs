// Where everything lies that the conformance run builds or installs: outside the repository, and kept between runs.
import { homedir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

export const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'talmox')
