import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceFile {
  /** From the project's root, with slashes. */
  path: string
  text: string
}

const TEXT = /\.(ts|tsx|mts|mjs|js|css|html|sql|md|json|yml|yaml|sh|txt|typ)$|^[^.]+$/
const LEFT_OUT = new Set(['node_modules', 'dist', 'shots', 'test-results', 'playwright-report', '.git', '.data'])

/** The project's text files, without what is installed or made. */
export function listFiles(root: string, folder = ''): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): SourceFile[] => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : listFiles(root, path)
    return entry.isFile() && TEXT.test(entry.name) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : []
  })
}
