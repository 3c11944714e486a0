import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The earliest Node 20 has no `import.meta.dirname`.
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** Node 24, an npm dependency: the machine's own may be older. */
export const NODE = join(ROOT, 'node_modules/.bin/node')

/** Half of a start is reading and compiling modules: every process that we start keeps the result here for the next one. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/kaibiao-node')
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE

/** The script of an installed package, to be run by NODE. */
export const SCRIPTS = {
  vite: join(ROOT, 'node_modules/vite/bin/vite.js'),
  vitest: join(ROOT, 'node_modules/vitest/vitest.mjs'),
  playwright: join(ROOT, 'node_modules/@playwright/test/cli.js'),
  tsc: join(ROOT, 'node_modules/typescript/bin/tsc'),
  oxlint: join(ROOT, 'node_modules/oxlint/bin/oxlint'),
  oxfmt: join(ROOT, 'node_modules/oxfmt/bin/oxfmt'),
}

/** Runs a program with the terminal's own output; resolves to its exit code. */
export function run(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a program quietly; resolves to its exit code and all it said. */
export function capture(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(output).toString() }))
  })
}

/**
 * Becomes the programs given, as far as Node can: signals go to each of them, and when one ends the others are asked to;
 * we end as the first one did, after the last.
 */
export async function handOver(commands) {
  const children = commands.map(({ program, args, env }) =>
    spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }),
  )
  // A closed terminal asks for the same orderly end.
  const forward = (signal) => children.forEach((child) => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  const orphaned = watchParent(() => forward('SIGTERM'))
  const ends = children.map(
    (child) =>
      new Promise((resolve, reject) => {
        child.on('error', reject)
        child.on('exit', (code, signal) => resolve({ code, signal }))
      }),
  )
  const first = await Promise.race(ends)
  forward('SIGTERM')
  await Promise.all(ends)
  clearInterval(orphaned)
  for (const signal of signals) process.off(signal, forward)
  if (first.signal) process.kill(process.pid, first.signal)
  else process.exitCode = first.code
}

/**
 * A signal sent to npm ends npm and its shell, but never reaches us: when they are gone, it was meant for us too. Started
 * without npm, we may outlive our parent (nohup).
 */
function watchParent(onGone) {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return undefined
  return setInterval(() => process.ppid !== parent && onGone(), 500)
}
