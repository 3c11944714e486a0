import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { call } from '#web/call.ts'
import { openFile } from '#web/export.ts'
import { ask } from '#web/feedback.ts'
import type { ImportError } from '#web/kit/import-errors.ts'
import { useSheetImport } from '#web/kit/use-sheet-import.tsx'

interface SheetRows<R> {
  /** What the rows are, e.g. 参数. */
  what: string
  rows: readonly R[]
  read: Endpoint
  template: Pick<Endpoint, 'path'>
  onRead: (rows: R[]) => void
}

/** Fills rows of a form from a spreadsheet, all of them or none; every wrong cell is listed. */
export function useSheetRows<R>({ what, rows, read, template, onRead }: SheetRows<R>): {
  buttons: ReactNode
  report: ReactNode
} {
  const { button, report } = useSheetImport({
    label: `选择${what}文件`,
    mayReplace: async () =>
      rows.length === 0 || ask({ title: `导入${what}`, content: `导入将替换现有 ${rows.length} 行，确认导入？` }),
    async send(body) {
      const answer = (await call(read, { body: body as unknown as Record<string, never> })) as {
        rows: R[]
        errors: ImportError[]
        hidden: number[]
      }
      if (answer.errors.length === 0) onRead(answer.rows)
      return { count: answer.rows.length, errors: answer.errors, hidden: answer.hidden }
    },
    done: (count) => `已读入 ${count} 行，保存后生效`,
  })
  return {
    buttons: (
      <>
        {button}
        <Button type="link" size="small" onClick={() => void openFile(template)}>
          下载模板
        </Button>
      </>
    ),
    report,
  }
}
