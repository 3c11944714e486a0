import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { openFile } from '#web/export.ts'
import { toast } from '#web/feedback.ts'
import { useLeaveGuard } from '#web/kit/use-leave-guard.ts'
import { Parts } from '#web/shell/parts.tsx'
import { useAction } from '#web/use-call.ts'
import { exportItems, replaceItems } from '../../../contract/project.ts'
import type { Item } from '../../../contract/shared.ts'
import { ORDER_SLOTS } from '../../../contract/slots.ts'
import type { GridRow } from './grid.ts'
import { blankRow, gridErrors, itemsOf, rowOf } from './grid.ts'
import { ItemsGrid } from './items-grid.tsx'
import { useItemsImport } from './items-import.tsx'
import { ItemsTable } from './items-table.tsx'

interface ItemsPanelProps {
  projectId: string
  items: readonly Item[]
  /** Why the bill cannot be changed now; undefined when it can. */
  frozen: string | undefined
}

/** The bill of quantities of a project: read, type, import, export. */
export function ItemsPanel({ projectId, items, frozen }: ItemsPanelProps) {
  const [typed, setTyped] = useState<GridRow[] | null>(null)
  const [checked, setChecked] = useState(false)
  const errors = useMemo(() => (checked && typed ? gridErrors(typed) : new Map<string, string>()), [checked, typed])
  const stop = () => {
    setTyped(null)
    setChecked(false)
  }
  const save = useAction(replaceItems, { success: '清单已保存', onDone: stop })
  const [template, setTemplate] = useState<string | undefined>()
  const upload = useItemsImport({
    projectId,
    existing: items.length,
    template,
  })
  useLeaveGuard(
    useCallback(() => typed !== null, [typed]),
    '清单有未保存的修改，离开后将丢失。',
  )

  const submit = () => {
    if (!typed) return
    setChecked(true)
    const wrong = gridErrors(typed)
    if (wrong.size > 0) return toast.error(`清单有 ${wrong.size} 处错误，请改正标红的单元格`)
    void save.run({ params: { projectId }, body: { items: itemsOf(typed) } })
  }

  return (
    <>
      <div className="kb-row kb-wrap kb-below-12">
        {typed ? (
          <>
            <Button type="primary" loading={save.busy} onClick={submit}>
              保存清单
            </Button>
            <Button onClick={stop}>取消修改</Button>
            {errors.size > 0 && <span className="kb-bad">{errors.size} 处错误</span>}
          </>
        ) : (
          <>
            {!frozen && (
              <>
                {upload.button}
                <Button
                  onClick={() => setTyped(items.length > 0 ? items.map(rowOf) : [blankRow(), blankRow(), blankRow()])}
                >
                  在线编辑
                </Button>
                <Parts of={ORDER_SLOTS.billTemplate} value={template} onChange={setTemplate} />
              </>
            )}
            {items.length > 0 && (
              <Button onClick={() => void openFile(exportItems, { params: { projectId } })}>导出 Excel</Button>
            )}
            {frozen && <span className="kb-muted">{frozen}</span>}
          </>
        )}
      </div>
      {upload.report}
      {typed ? (
        <ItemsGrid rows={typed} onChange={setTyped} errors={errors} />
      ) : (
        <ItemsTable items={items} showLot={new Set(items.map((item) => item.lotNo)).size > 1} />
      )}
    </>
  )
}
