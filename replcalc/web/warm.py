"""Imported by the process that workers are forked from: one answer of each kind loads what all answers need."""

from replcalc.web.answering import preload

preload()
