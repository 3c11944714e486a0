import { Button, Dropdown } from 'antd'
import type { DragEvent, KeyboardEvent } from 'react'
import { useMemo, useRef, useState } from 'react'
import { askText } from '#web/kit/ask-text.tsx'
import { useKept } from '#web/kept.ts'
import { ask } from '#web/feedback.ts'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction } from '#web/use-call.ts'
import type { Department } from '../contract/departments.ts'
import { createDepartment, deleteDepartment, renameDepartment, sortDepartments } from '../contract/departments.ts'
import { useHeadDialog } from './head-dialog.tsx'
import { type DropPlace, KEYS, keyMove, placeOfDrop, visibleRows } from './dept-moves.ts'

interface DeptTreeProps {
  rows: readonly Department[]
  /** '' is the whole company. */
  chosen: string
  companyName: string
  onChoose: (deptId: string) => void
}

/** The departments as a tree: choose, fold, add, rename, delete; sort and move by dragging or with Alt and arrow keys. */
export function DeptTree({ rows, chosen, companyName, onChoose }: DeptTreeProps) {
  const [folded, setFolded] = useKept<readonly string[]>('organisation.folded', [])
  const [focus, setFocus] = useState(chosen)
  const [over, setOver] = useState<{ deptId: string; place: DropPlace } | null>(null)
  const dragged = useRef<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const move = useAction(sortDepartments)
  const remove = useAction(deleteDepartment, { success: '部门已删除' })
  const shown = useMemo(() => visibleRows(rows, folded), [rows, folded])
  const edit = useDepartmentDialogs()
  const askHead = useHeadDialog()

  const fold = (deptId: string, shut: boolean) =>
    setFolded(shut ? [...folded, deptId] : folded.filter((one) => one !== deptId))
  const goTo = (deptId: string) => {
    setFocus(deptId)
    list.current?.querySelector<HTMLElement>(`[data-dept="${deptId}"]`)?.focus()
  }
  const perform = async (deptId: string, to: { parentId: string | null; index: number } | null) => {
    if (!to) return
    const outcome = await move.run({ body: { deptId, ...to } })
    if (outcome.ok) goTo(deptId)
  }
  const drop = (row: Department, name: string) => async () => {
    if (!(await ask({ title: '删除部门', content: `确认删除部门“${name}”？`, danger: true }))) return
    const outcome = await remove.run({ params: { id: row.deptId } })
    if (outcome.ok && chosen === row.deptId) onChoose('')
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys pressed in a menu or button inside of a row are theirs.
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'treeitem') return
    const at = shown.findIndex((row) => row.deptId === focus)
    const row = shown[at]
    const near = (index: number) => goTo(index < 0 ? '' : (shown[Math.min(index, shown.length - 1)]?.deptId ?? ''))
    if (event.altKey && row && event.key.startsWith('Arrow')) {
      event.preventDefault()
      return void perform(row.deptId, keyMove(rows, row.deptId, event.key))
    }
    const does = KEYS[event.key]?.({ at, row, last: shown.length - 1 })
    if (!does) return
    event.preventDefault()
    switch (does.what) {
      case 'go':
        return near(does.to)
      case 'up':
        return goTo(row?.parentId ?? '')
      case 'fold':
        return fold(row!.deptId, does.shut)
      case 'choose':
        return onChoose(focus)
      case 'rename':
        return edit.rename(row!)
      case 'head':
        return askHead(row!)
      case 'delete':
        return void drop(row!, row!.name)()
    }
  }

  const onDragOver = (event: DragEvent<HTMLElement>, row: Department) => {
    const id = dragged.current
    if (!id) return
    const box = event.currentTarget.getBoundingClientRect()
    const place = placeOfDrop((event.clientY - box.top) / box.height)
    event.preventDefault()
    if (over?.deptId !== row.deptId || over.place !== place) setOver({ deptId: row.deptId, place })
  }
  const onDrop = (row: Department) => {
    const id = dragged.current
    dragged.current = null
    setOver(null)
    if (!id || !over || id === row.deptId) return
    const siblings = rows.filter((one) => one.parentId === row.parentId && one.deptId !== id)
    const at = siblings.findIndex((one) => one.deptId === row.deptId)
    const target =
      over.place === 'inside'
        ? { parentId: row.deptId, index: rows.filter((one) => one.parentId === row.deptId).length }
        : { parentId: row.parentId, index: at + (over.place === 'after' ? 1 : 0) }
    void perform(id, target)
  }

  return (
    <nav className="org-tree" aria-label="部门">
      <div className="org-tree-head kb-row kb-gap-0 kb-between">
        <h2 className="kb-size-13">部门</h2>
        <Button size="small" onClick={() => edit.add(null)}>
          新增部门
        </Button>
      </div>
      <ul role="tree" aria-label="部门" ref={list} onKeyDown={onKeyDown}>
        {/* Keys are the tree's, for all of its items: see the list above. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
        <li
          role="treeitem"
          aria-level={1}
          aria-selected={chosen === ''}
          tabIndex={focus === '' ? 0 : -1}
          data-dept=""
          className="org-node"
          onFocus={() => setFocus('')}
          onClick={() => onChoose('')}
        >
          <span className="org-name kb-grow kb-ellipsis" title={companyName}>
            {companyName}
          </span>
        </li>
        {shown.map((row) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are the tree's
          <li
            key={row.deptId}
            role="treeitem"
            aria-level={row.depth + 2}
            aria-selected={chosen === row.deptId}
            {...(row.hasChildren ? { 'aria-expanded': !row.folded } : {})}
            tabIndex={focus === row.deptId ? 0 : -1}
            data-dept={row.deptId}
            className={`org-node ${over?.deptId === row.deptId ? `org-over-${over.place}` : ''}`}
            style={{ paddingLeft: 8 + (row.depth + 1) * 16 }}
            draggable
            onDragStart={(event) => {
              dragged.current = row.deptId
              event.dataTransfer.effectAllowed = 'move'
            }}
            onDragOver={(event) => onDragOver(event, row)}
            onDragLeave={() => setOver(null)}
            onDragEnd={() => {
              dragged.current = null
              setOver(null)
            }}
            onDrop={() => onDrop(row)}
            onFocus={(event) => event.target === event.currentTarget && setFocus(row.deptId)}
            onClick={() => onChoose(row.deptId)}
          >
            <button
              type="button"
              className="org-fold kb-fixed kb-muted"
              tabIndex={-1}
              aria-hidden="true"
              disabled={!row.hasChildren}
              onClick={(event) => {
                event.stopPropagation()
                fold(row.deptId, !row.folded)
              }}
            >
              {row.hasChildren ? (row.folded ? '▸' : '▾') : ''}
            </button>
            <span className="org-name kb-grow kb-ellipsis" title={row.name}>
              {row.name}
            </span>
            {row.headName !== '' && (
              <span className="org-head kb-ellipsis kb-size-12 kb-fixed kb-soft" title={`负责人：${row.headName}`}>
                {row.headName}
              </span>
            )}
            <span className="kb-note" title="员工人数，含下级部门">
              {row.total}
            </span>
            {/* A click in the menu is no click on the row. */}
            <span className="org-more" role="presentation" onClick={(event) => event.stopPropagation()}>
              <Dropdown
                trigger={['click']}
                menu={{
                  items: [
                    { key: 'add', label: '新增下级部门', onClick: () => edit.add(row.deptId) },
                    { key: 'rename', label: '重命名', onClick: () => edit.rename(row) },
                    { key: 'head', label: '设置负责人', onClick: () => askHead(row) },
                    ...MOVES.map(({ key, label }) => {
                      const to = keyMove(rows, row.deptId, key)
                      return { key, label, disabled: to === null, onClick: () => void perform(row.deptId, to) }
                    }),
                    { key: 'delete', label: '删除', danger: true, onClick: () => void drop(row, row.name)() },
                  ],
                }}
              >
                <Button type="text" size="small" tabIndex={-1} aria-label={`${row.name}：更多操作`}>
                  ⋯
                </Button>
              </Dropdown>
            </span>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <EmptyState title="还没有部门" hint="部门用于归集员工，可随时调整" />}
      <p className="kb-note kb-above-12">
        拖动部门可排序或移入另一部门；也可用 Alt 加方向键移动、F2 重命名、F4 设置负责人
      </p>
    </nav>
  )
}

const MOVES = [
  { key: 'ArrowUp', label: '上移' },
  { key: 'ArrowDown', label: '下移' },
  { key: 'ArrowLeft', label: '升为上一级' },
  { key: 'ArrowRight', label: '移入上一个部门' },
] as const

/** Adding and renaming are one field each. */
function useDepartmentDialogs() {
  const create = useAction(createDepartment, { success: '部门已新增' })
  const rename = useAction(renameDepartment, { success: '已重命名' })
  const open = (title: string, initial: string, run: (name: string) => Promise<{ ok: boolean }>) =>
    askText({ title, label: '部门名称', initial, least: 1, most: 40, rows: 1, run })
  return {
    add: (parentId: string | null) =>
      open(parentId ? '新增下级部门' : '新增部门', '', (name) => create.run({ body: { name, parentId } })),
    rename: (row: Department) =>
      open('重命名部门', row.name, (name) => rename.run({ params: { id: row.deptId }, body: { name } })),
  }
}
