import { useSession } from '#web/shell/session.ts'

/**
 * Who reads a public page: a supplier who may export, somebody who is not known there (public pages do not ask who has
 * logged in), or somebody who may not.
 */
export function useTaker(): 'supplier' | 'unknown' | null {
  const { phase, workbench, rights } = useSession()
  if (phase !== 'in') return 'unknown'
  return workbench === 'supplier' && rights.has('bidding') ? 'supplier' : null
}
