import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { cover } from '#web/overlay.ts'
import { importExperts } from '../contract.ts'

type Errors = OutputOf<typeof importExperts>['errors']

/** Reads experts from a spreadsheet; while one cell is wrong nobody is stored, and every mistake is listed by cell. */
export function useExpertImport(): { button: ReactNode; report: ReactNode } {
  const [failed, setFailed] = useState<{ name: string; errors: Errors } | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File) => {
    const uncover = cover()
    try {
      const body = new FormData()
      body.append('file', file)
      const { count, errors } = await call(importExperts, { body: body as unknown as Record<string, never> })
      if (errors.length > 0) return setFailed({ name: file.name, errors })
      setFailed(null)
      toast.success(`已导入 ${count} 名专家`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!error.handled) toast.error(error.message)
    } finally {
      uncover()
    }
  }
  const button = (
    <>
      <input
        ref={input}
        className="kb-upload-input"
        type="file"
        accept=".xlsx"
        tabIndex={-1}
        aria-label="选择专家文件"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void read(file)
        }}
      />
      <Button onClick={() => input.current?.click()}>导入 Excel</Button>
    </>
  )
  const report = failed && (
    <section className="kb-section" aria-label="导入错误" role="alert">
      <p>
        <b>{failed.name}</b> 未导入：{failed.errors.length} 处错误，涉及 {new Set(failed.errors.map((e) => e.row)).size}{' '}
        行。请在表格中改正后重新导入。
        <Button type="text" size="small" onClick={() => setFailed(null)}>
          关闭
        </Button>
      </p>
      <DataTable
        label="导入错误"
        rows={failed.errors.map((error, i) => ({ ...error, key: String(i) }))}
        rowKey={(row) => row.key}
        columns={[
          { key: 'cell', title: '单元格', width: 90, value: (row) => row.cell },
          { key: 'row', title: '行', kind: 'number', width: 64, value: (row) => row.row },
          { key: 'column', title: '列', width: 120, value: (row) => row.column },
          { key: 'message', title: '问题', value: (row) => row.message },
        ]}
      />
    </section>
  )
  return { button, report }
}
