import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { openPortrait, portraitCompanies, portraitPreview } from '../contract.ts'
import { MOST_ORDERS, OPEN_DAYS, PORTRAITS } from '../rules/terms.ts'
import './portraits.css'

type Company = OutputOf<typeof portraitCompanies>[number]

/** Looks for a company; beside what is found stands what its portrait holds, and what it costs. */
export function CompanySearch() {
  const [address, setAddress] = useSearchParams()
  const keyword = address.get('keyword') ?? ''
  const isAsked = keyword.length >= 2
  const found = useCall(portraitCompanies, { query: { keyword } }, { enabled: isAsked })
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <>
      <Input.Search
        className="portrait-search kb-below-16"
        aria-label="企业名称或信用代码"
        placeholder="企业名称或统一社会信用代码，至少两个字"
        defaultValue={keyword}
        maxLength={100}
        enterButton="查询"
        allowClear
        onSearch={(text) => {
          setChosen(null)
          setAddress(text.trim().length >= 2 ? { keyword: text.trim() } : {})
        }}
      />
      {!isAsked && (
        <EmptyState
          title="查询已发布公告中的企业"
          hint="画像只用平台已发布的公告和公示：采购人的采购规律，供应商的公开成交。不含任何未公开的投标信息"
        />
      )}
      {isAsked && (
        <WhenLoaded query={found}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="没有找到企业" hint="只能查询在已发布公告中作为采购人或成交供应商出现的企业" />
            ) : (
              <div className="kb-split">
                <ul aria-label="查询结果">
                  {rows.map((row) => (
                    <li key={row.companyId}>
                      <button
                        type="button"
                        className="kb-pick"
                        aria-pressed={chosen === row.companyId}
                        onClick={() => setChosen(row.companyId)}
                      >
                        <span className="kb-block kb-break">{row.name}</span>
                        <span className="kb-note">{partsOf(row)}</span>
                      </button>
                    </li>
                  ))}
                </ul>
                {chosen ? (
                  <Preview key={chosen} companyId={chosen} />
                ) : (
                  <p className="kb-hint kb-above-12">选择一家企业，查看画像包含哪些内容</p>
                )}
              </div>
            )
          }
        </WhenLoaded>
      )}
    </>
  )
}

function partsOf({ isPurchaser, isSupplier, recordId }: Company): string {
  const parts = [isPurchaser && '采购人', isSupplier && '成交供应商', recordId && '已购买，有效期内']
  return parts.filter(Boolean).join(' · ')
}

function Preview({ companyId }: { companyId: string }) {
  const navigate = useNavigate()
  const query = useCall(portraitPreview, { params: { companyId } }, { fresh: 0 })
  const open = useAction(openPortrait)
  const show = async (name: string, remain: number, isUnlimited: boolean) => {
    const cost = isUnlimited ? '不限次数' : `将使用 1 次企业画像，剩余 ${remain} 次`
    const content = `${cost}。${OPEN_DAYS} 天内可反复查看，对方不会知道。`
    if (!(await ask({ title: `查看“${name}”的画像`, content, okText: '查看' }))) return
    const opened = await open.run({ params: { companyId } })
    if (opened.ok) void navigate(`${PORTRAITS}/${opened.data.recordId}`)
  }
  return (
    <WhenLoaded query={query}>
      {({ name, creditCode, purchases, awards, since, remain, isUnlimited, recordId }) => (
        <section aria-label="画像内容">
          <h2>{name}</h2>
          <FieldList
            items={[
              { label: '统一社会信用代码', value: creditCode },
              { label: '数据范围', value: `${formatDate(since)} 以来本平台已发布的公告` },
              {
                label: '作为采购人',
                value:
                  purchases === 0
                    ? '无已发布的采购公告'
                    : `${countOf(purchases)} 个项目：按月和方式、候选人数、流标率、平均时限、成交供应商占比`,
              },
              {
                label: '作为供应商',
                value: awards === 0 ? '无已公布的成交结果' : `${countOf(awards)} 个成交：按月、采购人、类别和地区`,
              },
              { label: '剩余次数', value: isUnlimited ? '不限' : `${remain} 次` },
            ]}
          />
          <div className="kb-row kb-gap-12 kb-above-16">
            {recordId ? (
              <Link to={`${PORTRAITS}/${recordId}`}>
                <Button type="primary">查看画像</Button>
              </Link>
            ) : isUnlimited || remain > 0 ? (
              <Button type="primary" loading={open.busy} onClick={() => void show(name, remain, isUnlimited)}>
                使用 1 次查看
              </Button>
            ) : (
              <Link to="/services/platform-points/list">
                <Button type="primary">购买次数</Button>
              </Link>
            )}
          </div>
        </section>
      )}
    </WhenLoaded>
  )
}

function countOf(orders: number): string {
  return orders >= MOST_ORDERS ? `最近 ${MOST_ORDERS}` : String(orders)
}
