import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { RIGHTS, type Right } from '#features/passport/rules-rights.ts'
import { DataTable, TableSkeleton } from '#web/kit/data-table.tsx'
import { RowActions } from '#web/kit/list-parts.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { type AdminMenu, adminMenus, removeGate, setGate, switchPage } from '../contract-admin.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { wordsOf } from './gate-words.ts'

type Row = AdminMenu & { depth: number }

/** The menus of a workbench as a tree, each with the conditions under which it shows. */
export function MenuGates({ tabs }: { tabs: ReactNode }) {
  const query = useCall(adminMenus, {})
  const [workbench, setWorkbench] = useState('purchaser')
  const [editing, setEditing] = useState<AdminMenu | null>(null)
  const clear = useAction(removeGate, { success: '已取消显示条件' })
  const shown = query.data?.find((one) => one.workbench === workbench)
  return (
    <section className="kb-list">
      <PageHead title="菜单与灰度" />
      {tabs}
      <p className="kb-hint kb-below-12">
        菜单先按权限显示；设有条件的，还须满足全部条件。保存后立即生效，已打开的页面在下次进入时更新。
      </p>
      {query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data || !shown ? (
        <TableSkeleton columns={[{ key: 'a' }, { key: 'b' }, { key: 'c' }, { key: 'd' }]} />
      ) : (
        <>
          <Select
            aria-label="工作台"
            className="org-workbench"
            value={workbench}
            onChange={setWorkbench}
            options={query.data.map((one) => ({ value: one.workbench, label: one.label }))}
          />
          <DataTable<Row>
            label={`${shown.label}菜单`}
            rows={flat(shown.items)}
            rowKey={(r) => r.code}
            columns={[
              {
                key: 'name',
                title: '菜单',
                width: 220,
                render: (r) => (
                  <span style={{ paddingLeft: r.depth * 20 }} className={r.children.length > 0 ? 'kb-strong' : ''}>
                    {r.name}
                  </span>
                ),
              },
              { key: 'path', title: '地址', width: 220, value: (r) => r.path },
              { key: 'rights', title: '所需权限（任一）', value: (r) => r.rights.join('、') },
              { key: 'gate', title: '显示条件', render: (r) => <Condition menu={r} /> },
            ]}
            renderEnd={(r) => (
              <RowActions
                actions={[
                  { label: r.gate ? '修改条件' : '设置条件', onClick: () => setEditing(r) },
                  r.gate && {
                    label: '取消条件',
                    danger: true,
                    confirm: r.gated
                      ? '该菜单仅按条件显示，取消后对所有企业隐藏。确认取消？'
                      : '取消后仅按权限显示。确认取消？',
                    onClick: () => clear.run({ params: { code: r.code } }),
                  },
                ]}
              />
            )}
          />
        </>
      )}
      {editing && <GateDrawer menu={editing} onClose={() => setEditing(null)} />}
    </section>
  )
}

function Condition({ menu }: { menu: AdminMenu }) {
  if (menu.gate)
    return (
      <span className="kb-column">
        {wordsOf(menu.gate).map((word) => (
          <span key={word}>{word}</span>
        ))}
      </span>
    )
  return menu.gated ? <StatusTag label="未设置，已隐藏" tone="warning" /> : <span className="kb-muted">仅按权限</span>
}

interface Values {
  companyIds?: string[]
  withHierarchy?: boolean
  features?: string[]
  institutions?: string[]
  systemRight?: string | null
  substituteRight?: string | null
}

const RIGHT_OPTIONS = (Object.keys(RIGHTS) as Right[])
  .filter((right) => !('auto' in RIGHTS[right]))
  .map((right) => ({ value: right, label: RIGHTS[right].label }))

function GateDrawer({ menu, onClose }: { menu: AdminMenu; onClose: () => void }) {
  const save = useAction(setGate, { success: '已保存，立即生效' })
  const { gate } = menu
  return (
    <FormDrawer<Values>
      title={`显示条件：${menu.name}`}
      label="保存"
      initial={
        gate
          ? {
              companyIds: gate.companyIds,
              withHierarchy: gate.withHierarchy,
              features: gate.features,
              institutions: gate.institutions,
              systemRight: gate.systemRight,
              substituteRight: gate.substituteRight,
            }
          : { withHierarchy: false }
      }
      fields={[
        {
          kind: 'custom',
          name: 'companyIds',
          label: '限定企业',
          wide: true,
          help: '不选为所有企业',
          control: <CompaniesSelect known={gate?.companies ?? []} />,
        },
        { kind: 'switch', name: 'withHierarchy', label: '含其下级企业', wide: true },
        {
          kind: 'custom',
          name: 'features',
          label: '灰度功能（任一）',
          wide: true,
          help: '输入功能代码后回车；企业的灰度功能在“企业灰度与授权”中设置',
          control: <Tags />,
        },
        { kind: 'custom', name: 'institutions', label: '监管机构（任一）', wide: true, control: <Tags /> },
        {
          kind: 'select',
          name: 'systemRight',
          label: '须平台授予的权限',
          searchable: true,
          options: RIGHT_OPTIONS,
          help: '企业获授予，且本人为管理员或持有该权限',
        },
        {
          kind: 'select',
          name: 'substituteRight',
          label: '或持有',
          searchable: true,
          options: RIGHT_OPTIONS,
          help: '本人持有该权限即可，不看平台授予',
        },
      ]}
      run={({ companyIds = [], withHierarchy = false, features = [], institutions = [], ...rights }) =>
        save.run({
          params: { code: menu.code },
          body: {
            companyIds,
            withHierarchy,
            features,
            institutions,
            systemRight: rights.systemRight ?? null,
            substituteRight: rights.substituteRight ?? null,
          },
        })
      }
      onClose={onClose}
    />
  )
}

interface ListControl {
  /** Given by the form, for its label. */
  id?: string
  value?: string[]
  onChange?: (values: string[]) => void
}

/** Free words, each ended with Enter; `nameOf` says what a code among them stands for. */
export function Tags({ id, value = [], onChange, nameOf }: ListControl & { nameOf?: (code: string) => string }) {
  return (
    <Select
      {...(id ? { id } : {})}
      mode="tags"
      open={false}
      suffixIcon={null}
      options={nameOf ? value.map((code) => ({ value: code, label: nameOf(code) })) : []}
      value={value}
      onChange={(next: string[]) => onChange?.(next)}
      tokenSeparators={[',', '，', '、', ' ']}
    />
  )
}

function CompaniesSelect({
  id,
  known,
  value = [],
  onChange,
}: ListControl & { known: { companyId: string; name: string }[] }) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  const [names, setNames] = useState(() => new Map(known.map((one) => [one.companyId, one.name])))
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), 300)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useCall(switchPage, { query: { keyword } }, { keep: true })
  useEffect(() => {
    const rows = found.data?.rows ?? []
    setNames((before) => new Map([...before, ...rows.map((row) => [row.companyId, row.name] as const)]))
  }, [found.data])
  const listed = [...new Set([...value, ...(found.data?.rows ?? []).map((row) => row.companyId)])]
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder="输入企业名称或信用代码查找"
      value={value}
      onChange={(next: string[]) => onChange?.(next)}
      options={listed.map((companyId) => ({ value: companyId, label: names.get(companyId) ?? companyId }))}
    />
  )
}

function flat(items: readonly AdminMenu[], depth = 0): Row[] {
  return items.flatMap((item) => [{ ...item, depth }, ...flat(item.children, depth + 1)])
}
