import { useEffect, useState } from 'react'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { contentOf } from './content.ts'

const MOST_ROWS = 1000
const MOST_COLUMNS = 60

type Cell = string | number | boolean | Date | null | undefined

/** The values of a workbook's first sheet, read in the browser: text only, no formulas, no layout. */
export function SheetTable({ attachmentId }: { attachmentId: string }) {
  const [rows, setRows] = useState<readonly (readonly Cell[])[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const load = async () => {
      const [blob, { readSheet }] = await Promise.all([
        contentOf(attachmentId, 'original', { signal: stop.signal }),
        import('read-excel-file/browser'),
      ])
      const read = (await readSheet(blob)) as unknown as Cell[][]
      if (!stop.signal.aborted) setRows(read)
    }
    load().catch(() => stop.signal.aborted || setFailed(true))
    return () => stop.abort()
  }, [attachmentId])
  if (failed) return <EmptyState title="表格无法读取" hint="文件可能已损坏，请下载后核对" />
  if (!rows) return <Skeleton lines={10} />
  if (rows.length === 0) return <EmptyState title="表格是空的" />
  const columns = Math.min(MOST_COLUMNS, Math.max(...rows.slice(0, MOST_ROWS).map((row) => row.length)))
  return (
    <div
      className="att-sheet-scroll kb-grow kb-squeeze kb-scroll kb-size-13"
      tabIndex={0}
      role="group"
      aria-label="表格内容"
    >
      <table>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row, y) => (
            <tr key={y}>
              <th scope="row">{y + 1}</th>
              {Array.from({ length: columns }, (_, x) => (
                <td key={x}>{textOf(row[x])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST_ROWS && <p className="kb-muted">仅显示前 {MOST_ROWS} 行，请下载查看全部</p>}
    </div>
  )
}

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}
