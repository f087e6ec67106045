import path from 'node:path'
import process from 'node:process'
import { tellStory } from './clients/story.ts'

await tellStory(process.execPath, [path.join(import.meta.dirname, 'clients/cv4pve-story.mjs')])
