import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { CallError } from '../call.ts'
import { toast } from '../feedback.ts'
import { cover } from '../overlay.ts'
import { DataTable } from './data-table.tsx'
import type { ImportError } from './import-errors.ts'
import { importErrorRows, importErrorSummary } from './import-errors.ts'
import { tr } from './labels.ts'

interface SheetImport {
  /** What is chosen, for who cannot see the button, e.g. 选择员工文件. */
  label: string
  /** Asked before a file is read; false: it is not. */
  mayReplace?: () => Promise<boolean>
  /** Hands the file in: how much was stored, and what is wrong with it. */
  send: (body: FormData) => Promise<{ count: number; errors: ImportError[]; hidden?: number[] }>
  /** Told when everything was stored. */
  done: (count: number) => string
}

/** Reads a spreadsheet; while one cell is wrong nothing is stored, and every mistake is listed by cell. */
export function useSheetImport({ label, mayReplace, send, done }: SheetImport): {
  button: ReactNode
  report: ReactNode
} {
  const [failed, setFailed] = useState<{ name: string; errors: ImportError[] } | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File) => {
    if (mayReplace && !(await mayReplace())) return
    const uncover = cover()
    try {
      const body = new FormData()
      body.append('file', file)
      const { count, errors, hidden = [] } = await send(body)
      if (errors.length > 0) return setFailed({ name: file.name, errors })
      setFailed(null)
      if (hidden.length === 0) toast.success(done(count))
      else toast.warning(`${done(count)}。${hiddenRows(hidden)}`)
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
        aria-label={tr(label)}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void read(file)
        }}
      />
      <Button onClick={() => input.current?.click()}>{tr('导入 Excel')}</Button>
    </>
  )
  return { button, report: failed && <Report {...failed} onClose={() => setFailed(null)} /> }
}

/** Rows that were read although nobody sees them in the file. */
function hiddenRows(rows: readonly number[]): string {
  const named = rows.slice(0, 10).join('、')
  return `其中表格第 ${named} 行${rows.length > 10 ? `等 ${rows.length} 行` : ''}是隐藏行，请核对`
}

interface ReportProps {
  name: string
  errors: readonly ImportError[]
  onClose: () => void
}

function Report({ name, errors, onClose }: ReportProps) {
  return (
    <section className="kb-import kb-below-16 kb-round" aria-label={tr('导入错误')} role="alert">
      <p>
        <b>{name}</b> 未导入：{importErrorSummary(errors)}。请在表格中改正后重新导入。
        <Button type="text" size="small" onClick={onClose}>
          {tr('关闭')}
        </Button>
      </p>
      <div className="kb-import-errors">
        <DataTable
          label="导入错误"
          rows={importErrorRows(errors)}
          rowKey={(row) => row.key}
          columns={[
            { key: 'cell', title: '单元格', width: 90, render: (row) => <b>{row.cell}</b> },
            { key: 'row', title: '行', kind: 'number', width: 64, value: (row) => row.row },
            { key: 'column', title: '列', width: 150, value: (row) => row.column },
            { key: 'message', title: '问题', value: (row) => row.message },
          ]}
        />
      </div>
    </section>
  )
}
