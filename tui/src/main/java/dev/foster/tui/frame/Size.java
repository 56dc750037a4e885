package dev.foster.tui.frame;

/** How large a frame is, in cells. */
public record Size(int width, int height) {}
