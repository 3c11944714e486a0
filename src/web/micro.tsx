import { mountApp } from '#features/micro-apps/web/child/mount.tsx'
import { configure } from './configure.ts'
import { features } from './features.ts'
import './styles/all.css'

configure()
mountApp(features)
