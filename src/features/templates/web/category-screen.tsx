import { Button, Input, Switch } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { ask } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { moved, RowTools } from '#web/kit/edit-rows.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import {
  addDemandCategory,
  type DemandCategory,
  deleteDemandCategory,
  demandCategories,
  sortDemandCategories,
  updateDemandCategory,
} from '../contract/categories.ts'
import { templateAddresses as at } from './addresses.ts'
import './templates.css'

const MAX_DEPTH = 4

/** The tree of demand categories: the platform's to read, the own ones to keep. */
export function Screen() {
  const query = useCall(demandCategories)
  const add = useAction(addDemandCategory, { success: '已新增' })
  const update = useAction(updateDemandCategory, { success: '已保存' })
  const sort = useAction(sortDemandCategories)
  const remove = useAction(deleteDemandCategory, { success: '已删除' })
  const navigate = useNavigate()

  const askFields = (title: string, start: Fields, run: (fields: Fields) => Promise<boolean>) =>
    openDialog<Fields>({
      title,
      content: (state) => <CategoryFields start={start} onChange={state.set} />,
      run: (given = start) => run(given),
    })
  const create = (parent: DemandCategory | null) =>
    askFields(
      parent ? `在“${parent.name}”下新增分类` : '新增分类',
      { name: '', code: parent ? `${parent.code}.` : '' },
      async (body) => (await add.run({ body: { ...body, parentId: parent?.categoryId ?? null } })).ok,
    )
  const change = (one: DemandCategory) =>
    askFields(
      '修改分类',
      { name: one.name, code: one.code },
      async (body) => (await update.run({ params: one, body: { ...body, isEnabled: one.isEnabled } })).ok,
    )
  const enable = (one: DemandCategory, isEnabled: boolean) =>
    update.run({ params: one, body: { name: one.name, code: one.code, isEnabled } })
  const drop = async (one: DemandCategory) => {
    if (await ask({ title: '删除分类', content: `删除“${one.name}”后不可恢复。`, danger: true }))
      await remove.run({ params: one })
  }
  return (
    <section className="kb-list">
      <PageHead
        title="需求分类"
        facts={['用于需求参数模板的适用范围；停用的分类不再可选，已有模板不受影响']}
        actions={<PrimaryButton label="新增分类" onClick={() => create(null)} />}
      />
      <WhenLoaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="还没有需求分类" hint="按采购习惯建立分类，再为各类编制参数模板" />
          ) : (
            <ul aria-label="需求分类">
              {rows.map((row) => {
                const depth = depthOf(rows, row)
                const siblings = rows.filter((one) => one.parentId === row.parentId && one.mayEdit)
                const index = siblings.indexOf(row)
                return (
                  <li
                    key={row.categoryId}
                    className="kb-row kb-gap-12 kb-tight kb-wrap kb-line kb-size-13"
                    style={{ paddingInlineStart: depth * 24 + 12 }}
                  >
                    <span className="tpl-tree-name kb-row kb-grow">
                      <b>{row.name}</b> <code>{row.code}</code>
                      {row.isPreset && <StatusTag label="平台" />}
                      {!row.isEnabled && <StatusTag label="已停用" tone="warning" />}
                    </span>
                    <span className="kb-row kb-gap-4">
                      <Button
                        type="link"
                        size="small"
                        onClick={() => void navigate(`${at.list('demands-parameter')}?scope=${row.categoryId}`)}
                      >
                        模板 {row.templates}
                      </Button>
                      {depth + 1 < MAX_DEPTH && (
                        <Button type="link" size="small" onClick={() => create(row)}>
                          新增下级
                        </Button>
                      )}
                      {row.mayEdit && (
                        <>
                          <Button type="link" size="small" onClick={() => change(row)}>
                            修改
                          </Button>
                          <Switch
                            size="small"
                            checked={row.isEnabled}
                            aria-label={`启用${row.name}`}
                            onChange={(on) => void enable(row, on)}
                          />
                          <RowTools
                            label={row.name}
                            index={index}
                            count={siblings.length}
                            onMove={(to) =>
                              void sort.run({
                                body: {
                                  parentId: row.parentId,
                                  categoryIds: moved(siblings, index, to).map((one) => one.categoryId),
                                },
                              })
                            }
                            onRemove={() => void drop(row)}
                          />
                        </>
                      )}
                    </span>
                  </li>
                )
              })}
            </ul>
          )
        }
      </WhenLoaded>
    </section>
  )
}

interface Fields {
  name: string
  code: string
}

function CategoryFields({ start, onChange }: { start: Fields; onChange: (fields: Fields) => void }) {
  const id = useId()
  const [fields, setFields] = useState(start)
  const set = (part: Partial<Fields>) => {
    const next = { ...fields, ...part }
    setFields(next)
    onChange(next)
  }
  return (
    <div className="kb-stack">
      <label htmlFor={`${id}name`}>分类名称</label>
      <Input
        id={`${id}name`}
        value={fields.name}
        maxLength={60}
        onChange={(event) => set({ name: event.target.value })}
      />
      <label htmlFor={`${id}code`}>编码</label>
      <Input
        id={`${id}code`}
        value={fields.code}
        maxLength={30}
        placeholder="字母、数字、点和横线"
        onChange={(event) => set({ code: event.target.value })}
      />
    </div>
  )
}

function depthOf(rows: readonly DemandCategory[], row: DemandCategory): number {
  const parent = rows.find((one) => one.categoryId === row.parentId)
  return parent ? 1 + depthOf(rows, parent) : 0
}
