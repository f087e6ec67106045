import path from 'node:path'
import process from 'node:process'
import { tellStory } from './clients/story.ts'

const python = process.env.GENUINE_PROXMOXER ?? ''
await tellStory(python, [path.join(import.meta.dirname, 'clients/proxmoxer_story.py')])
