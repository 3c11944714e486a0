import { type ChildProcess, fork } from 'node:child_process'
import { builtProcess } from '#demo/built.ts'
import type { StateName } from '#demo/states/states.ts'
import type { Answer, Request } from '#demo/system-host.ts'
import { SERVER } from '../../bin/server.mjs'
import { thisRun } from './database.ts'

/** A system that the host of this worker serves. */
export interface HostedSystem {
  base: string
  facts: unknown
  /** Owner's address of its database. */
  database: string
  /** Ends it; database and files are gone. */
  close(): Promise<void>
}

/** Has a system served in a named state, by one process for all journeys of this worker. */
export async function openSystem(from: StateName): Promise<HostedSystem> {
  const store = thisRun()?.states
  const { id, answer } = await ask({ open: from, store })
  if (!('base' in answer)) throw new Error('the host gave no system')
  return { ...answer, close: async () => void (await ask({ close: id })) }
}

type Asked<One> = One extends { id: number } ? Omit<One, 'id'> : never

async function ask(request: Asked<Request>): Promise<{ id: number; answer: Answer }> {
  const child = await (host ??= start())
  const id = ++asked
  const { promise, ...ends } = Promise.withResolvers<Answer>()
  waiting.set(id, ends)
  child.send({ ...request, id })
  const answer = await promise
  if ('error' in answer) throw new Error(answer.error)
  return { id, answer }
}

let host: Promise<ChildProcess> | null = null
let asked = 0
const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>()

/** The process ends with ours: it hears that nobody is connected any more. */
async function start(): Promise<ChildProcess> {
  const child = fork(await builtProcess('system-host'), {
    env: { ...process.env, ...SERVER.env },
    // It makes much that is gone with its journey.
    execArgv: [...SERVER.args, '--max-semi-space-size=32'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.resolve(answer)
    waiting.delete(answer.id)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the host of systems is gone'))
    waiting.clear()
    host = null
  })
  child.unref()
  return child
}
