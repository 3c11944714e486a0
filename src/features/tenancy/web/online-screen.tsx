import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { FieldList } from '#web/kit/field-list.tsx'
import { tr } from '#web/kit/labels.ts'
import { PageHead } from '#web/kit/page-head.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useSession } from '#web/shell/session.ts'
import { ClockText } from '#web/shell/clock-text.tsx'
import { examine, type Finding } from './environment.ts'
import './online.css'

const TAGS = {
  ok: { label: '正常', tone: 'success' },
  warning: { label: '注意', tone: 'warning' },
  failed: { label: '不可用', tone: 'danger' },
} as const

/** Where to get help, and whether this computer is fit for bidding and for an opening. */
export function Screen() {
  const { tenant } = useSession()
  const [findings, setFindings] = useState<Finding[] | null>(null)
  const look = () => {
    setFindings(null)
    void examine().then(setFindings)
  }
  useEffect(look, [])
  const isFit = findings?.every((finding) => finding.state !== 'failed')
  return (
    <main className="online kb-reading kb-page-centre" id="main">
      <PageHead
        title="在线服务"
        facts={[tenant?.name, <ClockText key="clock" />]}
        actions={<Link to="/">{tr('返回首页')}</Link>}
      />
      <section className="kb-section" aria-label={tr('联系我们')}>
        <h2>{tr('联系我们')}</h2>
        <FieldList
          items={[
            {
              label: '服务热线',
              value: tenant?.hotline ? <a href={`tel:${tenant.hotline}`}>{tenant.hotline}</a> : tr('平台未公布'),
            },
            { label: '地址', value: tenant?.address || tr('平台未公布') },
          ]}
        />
        <p className="kb-muted">
          {tr('来电时请提供标段编号。项目内容的疑问请在标段页面“提问”，由采购人或代理机构答复；电话答复不构成澄清。')}
        </p>
      </section>
      <section className="kb-section" aria-label={tr('环境检测')}>
        <h2>
          {tr('环境检测')}
          <span className="kb-flex kb-gap-16 kb-tight kb-wrap kb-size-13 kb-push kb-regular">
            <Button size="small" disabled={!findings} onClick={look}>
              {tr('重新检测')}
            </Button>
          </span>
        </h2>
        <p className="kb-section-hint kb-hint">{tr('投标和参加开标前，请用同一台电脑、同一浏览器检测一次。')}</p>
        {!findings ? (
          <Skeleton lines={6} />
        ) : (
          <>
            <p role="status" className={isFit ? 'kb-good' : 'kb-bad'}>
              {tr(isFit ? '本机可以制作投标文件并参加开标' : '本机暂不能投标，请按提示处理后重新检测')}
            </p>
            <ul className="online-findings">
              {findings.map(({ key, label, state, text }) => (
                <li className="kb-row kb-gap-16 kb-tight kb-base kb-wrap kb-size-13 kb-line" key={key}>
                  <span>{tr(label)}</span>
                  <StatusTag {...TAGS[state]} />
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section className="kb-section" aria-label={tr('自助服务')}>
        <h2>{tr('自助服务')}</h2>
        <ul className="online-links">
          <li className="kb-row kb-gap-16 kb-tight kb-base kb-wrap kb-size-13 kb-line">
            <Link to="/portal">{tr('公告门户')}</Link>
            <span>{tr('无需登录，查看公告、期限和日历文件')}</span>
          </li>
          <li className="kb-row kb-gap-16 kb-tight kb-base kb-wrap kb-size-13 kb-line">
            <Link to="/portal/help/check">{tr('如何核验')}</Link>
            <span>{tr('公告、回执、日志和归档，各方可以核对什么、怎样核对')}</span>
          </li>
        </ul>
      </section>
    </main>
  )
}
