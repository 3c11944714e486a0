import type { Plugin } from 'vite'

/** What a call's constant says for the server and its documentation only; the browser sends and reads without. */
const SERVER_ONLY = new Set(['summary', 'returns', 'errors', 'params', 'query'])
const CONTRACT = /src[\\/]features[\\/][^\\/]+[\\/]contract/

/**
 * Leaves the server's half of each call out of the browser's build: answers are typed, not validated, in the browser, so
 * their schemas would only be downloaded. What nothing else uses then falls away by itself.
 */
export function leanContracts(): Plugin {
  return {
    name: 'kaibiao-lean-contracts',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!CONTRACT.test(id) || !code.includes('endpoint(')) return null
      const cuts: { start: number; end: number }[] = []
      visit(this.parse(code), (node) => {
        if (node.type !== 'CallExpression' || node.callee?.name !== 'endpoint') return
        for (const property of node.arguments?.[0]?.properties ?? [])
          if (SERVER_ONLY.has(property.key?.name ?? '')) cuts.push(property)
      })
      return { code: without(code, cuts), map: null }
    },
  }
}

interface Node {
  type: string
  start: number
  end: number
  name?: string
  callee?: Node
  key?: Node
  arguments?: Node[]
  properties?: Node[]
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') visit(child as Node, see)
  }
}

/** The code without these properties and the commas behind them. */
function without(code: string, cuts: readonly { start: number; end: number }[]): string {
  let out = ''
  let at = 0
  for (const { start, end } of cuts) {
    out += code.slice(at, start)
    at = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)
  }
  return out + code.slice(at)
}
