import { useState } from 'react'
import type { Page } from '#contract/page.ts'
import type { LooseInput } from '../call.ts'
import { CallError, call } from '../call.ts'
import { ask, toast } from '../feedback.ts'
import type { Column } from './data-table.tsx'
import { exportRows, saveAsXlsx } from './list-export.ts'
import type { ListEndpoint } from './list-types.ts'

interface ExportOptions<R> {
  endpoint: ListEndpoint
  /** The filters in force, without page. */
  input: LooseInput
  columns: Column<R>[]
  name: string
}

/** Fetches every row that the filters find, page by page, and saves them as xlsx; asks before it leaves any out. */
export function useExport<R>({ endpoint, input, columns, name }: ExportOptions<R>): {
  run: () => Promise<void>
  busy: boolean
} {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await exportRows<R>({
        name,
        page: ({ pageNo, cursor }) =>
          (call as (e: ListEndpoint, i: LooseInput) => Promise<unknown>)(endpoint, {
            ...input,
            query: { ...input.query, pageSize: 100, pageNo, cursor },
          }) as Promise<Page<R>>,
        confirm: ask,
        save: (file, rows) => saveAsXlsx(file, columns, rows),
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!error.handled) toast.error(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { run, busy }
}
