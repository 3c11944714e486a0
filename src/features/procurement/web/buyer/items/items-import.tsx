import { Button } from 'antd'
import { useRef, useState } from 'react'
import { CallError, call } from '#web/call.ts'
import { ask, toast } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { cover } from '#web/overlay.ts'
import { importItems } from '../../../contract/project.ts'
import type { ImportError } from './import-errors.ts'
import { importErrorRows, importErrorSummary } from './import-errors.ts'

interface ItemsImportProps {
  projectId: string
  /** Lines that an import replaces. */
  existing: number
  /** The bill template the file was made from. */
  template: string | undefined
  onImported: () => void
}

/** Reads the bill from a spreadsheet; while one cell is wrong nothing is stored, and every mistake is listed by cell. */
export function useItemsImport({ projectId, existing, template, onImported }: ItemsImportProps) {
  const [failed, setFailed] = useState<{ name: string; errors: ImportError[] } | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const read = async (file: File) => {
    const replaces = `导入将替换现有 ${existing} 行清单，确认导入？`
    if (existing > 0 && !(await ask({ title: '导入清单', content: replaces }))) return
    const uncover = cover()
    try {
      const body = new FormData()
      body.append('file', file)
      const { count, errors } = await call(importItems, {
        params: { projectId },
        query: template ? { template } : {},
        body: body as unknown as Record<string, never>,
      })
      if (errors.length > 0) return setFailed({ name: file.name, errors })
      setFailed(null)
      toast.success(`已导入 ${count} 行`)
      onImported()
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
        aria-label="选择清单文件"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void read(file)
        }}
      />
      <Button onClick={() => input.current?.click()}>导入 xlsx</Button>
    </>
  )
  const report = failed && <ImportReport {...failed} onClose={() => setFailed(null)} />
  return { button, report }
}

interface ImportReportProps {
  name: string
  errors: readonly ImportError[]
  onClose: () => void
}

function ImportReport({ name, errors, onClose }: ImportReportProps) {
  return (
    <section className="buyer-import-report" aria-label="导入错误" role="alert">
      <p>
        <b>{name}</b> 未导入：{importErrorSummary(errors)}。请在表格中改正后重新导入。
        <Button type="text" size="small" onClick={onClose}>
          关闭
        </Button>
      </p>
      <div className="buyer-import-errors">
        <DataTable
          label="导入错误"
          rows={importErrorRows(errors)}
          rowKey={(row) => row.key}
          columns={[
            { key: 'cell', title: '单元格', width: 90, render: (row) => <b className="buyer-cell">{row.cell}</b> },
            { key: 'row', title: '行', kind: 'number', width: 64, value: (row) => row.row },
            { key: 'column', title: '列', width: 150, value: (row) => row.column },
            { key: 'message', title: '问题', value: (row) => row.message },
          ]}
        />
      </div>
    </section>
  )
}
