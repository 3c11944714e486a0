import { useState } from 'react'
import type { Page } from '#contract/page.ts'
import type { LooseInput } from '../call.ts'
import { CallError, call } from '../call.ts'
import { toast } from '../feedback.ts'
import type { Column } from './data-table.tsx'
import { EXPORT_LIMIT, saveAsXlsx } from './list-export.ts'
import type { ListEndpoint } from './list-types.ts'

interface ExportOptions<R> {
  endpoint: ListEndpoint
  /** The filters in force, without page. */
  input: LooseInput
  columns: Column<R>[]
  name: string
}

/** Fetches every row that the filters find, page by page, and saves them as xlsx. */
export function useExport<R>({ endpoint, input, columns, name }: ExportOptions<R>): {
  run: () => Promise<void>
  busy: boolean
} {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const { rows, more } = await allRows(endpoint, input)
      await saveAsXlsx(name, columns, rows as R[])
      if (more) toast.warning(`仅导出前 ${EXPORT_LIMIT} 条，请缩小筛选范围后再导出其余部分`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!error.handled) toast.error(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { run, busy }
}

async function allRows(endpoint: ListEndpoint, input: LooseInput): Promise<{ rows: unknown[]; more: boolean }> {
  const rows: unknown[] = []
  let cursor: string | null = null
  for (let pageNo = 1; rows.length < EXPORT_LIMIT; pageNo++) {
    const query = { ...input.query, pageSize: 100, pageNo, cursor }
    const page = (await (call as (e: ListEndpoint, i: LooseInput) => Promise<unknown>)(endpoint, {
      ...input,
      query,
    })) as Page<unknown>
    rows.push(...page.rows)
    if (page.next === null) return { rows, more: false }
    cursor = page.next
  }
  return { rows, more: true }
}
