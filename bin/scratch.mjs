import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** More than a whole run holds at once; the machine must have twice as much to spare. */
const ENOUGH_BYTES = 3 * 2 ** 30
const NAME = /^kaibiao-run-(\d+)-/

/**
 * Makes the folder of temporary files for this run of tests and all that it starts: in memory where there is plenty. Each
 * test system is a database of a thousand small files, made and removed within seconds: on some disks that costs as much
 * as the tests themselves. What a killed run left goes at the next one.
 */
export function openScratch() {
  for (const place of [MEMORY, tmpdir()]) if (existsSync(place)) sweep(place)
  const folder = mkdtempSync(join(isRoomy(MEMORY) ? MEMORY : tmpdir(), `kaibiao-run-${process.pid}-`))
  // Started by root, the embedded database runs under another account, which must be able to pass.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Files in memory take room from programs, so both must have it. */
function isRoomy(folder) {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  const available = process.availableMemory?.() ?? 0
  return bavail * bsize > ENOUGH_BYTES && available > 2 * ENOUGH_BYTES
}

function sweep(folder) {
  for (const name of readdirSync(folder)) {
    const pid = NAME.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
