import { Button, InputNumber, Select } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { EditRows } from '#web/kit/edit-rows.tsx'
import { useCall } from '#web/use-call.ts'
import { signerCandidates } from '../contract.ts'
import type { Place } from '../rules/places.ts'

export interface SignerRow {
  companyId: string
  companyName: string
  userId: string | null
  userName: string
  seal: Place | null
}

type Candidates = OutputOf<typeof signerCandidates>

/** Where people put a seal, as shares of the page. */
const CORNERS: Readonly<Record<string, { label: string; x: number; y: number }>> = {
  bottomRight: { label: '右下', x: 0.78, y: 0.85 },
  bottomLeft: { label: '左下', x: 0.22, y: 0.85 },
  bottom: { label: '下方正中', x: 0.5, y: 0.85 },
  topRight: { label: '右上', x: 0.78, y: 0.15 },
  topLeft: { label: '左上', x: 0.22, y: 0.15 },
  middle: { label: '正中', x: 0.5, y: 0.5 },
}
const NO_SEAL = 'none'
const PLACES = [
  ...Object.entries(CORNERS).map(([value, { label }]) => ({ value, label })),
  { value: NO_SEAL, label: '不盖章' },
]

export function bodyOf({ companyId, userId, seal }: SignerRow) {
  return { companyId, userId, seal }
}

/** Who signs, in their order, with the place of each seal. */
export function SignerRows({ value = [], onChange }: { value?: SignerRow[]; onChange?: (rows: SignerRow[]) => void }) {
  const [keyword, setKeyword] = useState('')
  const { data } = useCall(signerCandidates, { query: { keyword } }, { keep: true })
  const add = (row: Omit<SignerRow, 'seal'>) => {
    const corner = CORNERS[value.length % 2 === 0 ? 'bottomLeft' : 'bottomRight']!
    onChange?.([...value, { ...row, seal: { page: 1, x: corner.x, y: corner.y } }])
    setKeyword('')
  }
  return (
    <div className="kb-stack kb-gap-8">
      <EditRows<SignerRow>
        label="签署方"
        rows={value}
        nameOf={(index) => `第 ${index + 1} 个签署方`}
        path="signers"
        columns={[
          { title: '企业', cell: (row) => row.companyName },
          { title: '签署人', cell: (row) => row.userName || '该企业的签署人' },
          {
            title: '印章位置',
            cell: (row, { set, label }) => (
              <Select
                aria-label={`${label}的印章位置`}
                options={PLACES}
                value={cornerOf(row.seal)}
                onChange={(corner: string) => set({ seal: placeAt(corner, row.seal?.page ?? 1) })}
              />
            ),
          },
          {
            title: '页码',
            cell: (row, { set, label }) =>
              row.seal && (
                <InputNumber
                  aria-label={`${label}的印章页码`}
                  min={1}
                  max={500}
                  precision={0}
                  value={row.seal.page}
                  onChange={(page) => set({ seal: { ...row.seal!, page: page ?? 1 } })}
                />
              ),
          },
        ]}
        onChange={(rows) => onChange?.(rows)}
      />
      <div className="kb-row kb-gap-8">
        <Button onClick={() => data && add(ownRow(data))}>添加本企业</Button>
        {data && data.own.people.length > 0 && (
          <Select
            aria-label="指定本企业签署人"
            placeholder="指定本企业签署人"
            value={null}
            options={data.own.people.map(({ userId, name }) => ({ value: userId, label: name }))}
            onChange={(userId) => add({ ...ownRow(data), userId, userName: nameOf(data, userId) })}
          />
        )}
        <Select
          aria-label="添加其他企业"
          className="kb-shrink"
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          placeholder="添加其他企业：输入名称或统一社会信用代码"
          value={null}
          notFoundContent={keyword.length < 2 ? '请至少输入 2 个字' : '没有找到企业'}
          options={(data?.companies ?? []).map(({ companyId, name, isOpened }) => ({
            value: companyId,
            label: isOpened ? name : `${name}（尚未开通电子签章）`,
          }))}
          onChange={(companyId: string | null) => {
            const found = data?.companies.find((one) => one.companyId === companyId)
            if (found) add({ companyId: found.companyId, companyName: found.name, userId: null, userName: '' })
          }}
        />
      </div>
    </div>
  )
}

function ownRow({ own }: Candidates) {
  return { companyId: own.companyId, companyName: own.name, userId: null, userName: '' }
}

function nameOf({ own }: Candidates, userId: string | null): string {
  return own.people.find((one) => one.userId === userId)?.name ?? ''
}

function cornerOf(seal: Place | null): string {
  if (!seal) return NO_SEAL
  return Object.keys(CORNERS).find((key) => CORNERS[key]!.x === seal.x && CORNERS[key]!.y === seal.y) ?? 'middle'
}

function placeAt(corner: string, page: number): Place | null {
  const found = CORNERS[corner]
  return found ? { page, x: found.x, y: found.y } : null
}
