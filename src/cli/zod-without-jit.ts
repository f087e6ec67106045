import { z } from 'zod'

// A command parses one file: compiling a parser for each object of the schema takes longer than using it once.
// This has to run before the schema is made, hence a module of its own that is imported first.
z.config({ jitless: true })
